"use strict";
(() => {
  const { report, palette, colours } = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const first = report.first_step;
  const end = report.last_step + 1;
  const banks = report.banks.map((bank, index) => {
    const buffers = bank.buffers.map((one, position) => ({
      ...one,
      bank: bank.id,
      from: Number(one.offset),
      to: Number(one.end),
      size: Number(one.bytes),
      fill: palette[colours[index][position]],
    }));
    const high = Number(bank.high_water);
    const capacity = Number(bank.capacity);
    const top = capacity <= 2 * high ? Math.max(capacity, high) : high * 13 / 12;
    return { ...bank, buffers, high, capacity, room: capacity - Number(bank.reserve), top: top || 1, y: [0, top || 1] };
  });
  const peaks = banks.filter((bank) => bank.peak_step !== null);
  const widest = peaks.reduce((a, b) => (a && Number(a.bound) >= Number(b.bound) ? a : b), null);
  const view = { x: [first, end], name: "", bank: "", step: widest ? widest.peak_step : first, hover: null };

  const stepName = (step) => (report.steps[step] === undefined ? `${step}` : `${step} ${report.steps[step]}`);
  const steps = (one) => (one.first === one.last ? stepName(one.first) : `${stepName(one.first)} to ${stepName(one.last)}`);
  const alive = (one, step) => one.first <= step && step <= one.last;
  const wanted = (one) => `${one.id} ${one.name || ""}`.toLowerCase().includes(view.name);
  const unit = (bytes) => (bytes && bytes % 1048576 === 0 ? `${bytes / 1048576} MiB` : bytes && bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes}`);

  function element(name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function cell(row, text, kind) {
    const made = row.appendChild(document.createElement("td"));
    made.textContent = text;
    if (kind) made.className = kind;
  }

  // Geometry of a panel, in pixels of its own width.
  const left = 72, right = 128, top = 8, load = 64, gap = 14;
  const heightOf = () => (shown().length === 1 ? 440 : 280);
  const shown = () => banks.filter((bank) => bank.buffers.length && (!view.bank || bank.id === view.bank));

  function marks(from, to, most, binary) {
    let each = 1;
    const grow = binary ? [2] : [2, 2.5, 2];
    for (let turn = 0; (to - from) / each > most; turn++) each *= grow[turn % grow.length];
    const list = [];
    for (let at = Math.ceil(from / each) * each; at <= to; at += each) list.push(at);
    return list;
  }

  function panel(bank) {
    const section = document.createElement("section");
    section.appendChild(document.createElement("h2")).textContent = bank.id;
    const missing = bank.high - bank.room;
    const free = missing > 0 ? `${missing} OVER` : `${-missing} free`;
    const reserve = bank.reserve === "0" ? "" : `, reserve ${bank.reserve}`;
    section.appendChild(document.createElement("p")).textContent =
      `${bank.high_water} of ${bank.room} bytes${reserve}, ${free}; bound ${bank.bound}, gap ${bank.gap}; peak in step ${stepName(bank.peak_step)}`;
    const width = Math.max(320, byId("panels").clientWidth);
    const height = heightOf();
    const bottom = top + height, loadTop = bottom + gap, loadBottom = loadTop + load;
    const svg = element("svg", { viewBox: `0 0 ${width} ${loadBottom + 34}`, height: loadBottom + 34 });
    const [x0, x1] = view.x, [y0, y1] = bank.y;
    const x = (step) => left + (step - x0) / (x1 - x0) * (width - left - right);
    const y = (bytes) => bottom - (bytes - y0) / (y1 - y0) * height;
    const edge = width - right;
    const id = `clip-${banks.indexOf(bank)}`;
    const clip = svg.appendChild(element("clipPath", { id }));
    clip.appendChild(element("rect", { x: left, y: top, width: edge - left, height: loadBottom - top }));
    const line = (a, b, c, d, kind, into) => (into || svg).appendChild(element("line", { x1: a, y1: b, x2: c, y2: d, class: kind }));
    const label = (a, b, kind, text) => svg.appendChild(element("text", { x: a, y: b, class: kind }, text));
    for (const mark of marks(y0, y1, height / 40, true)) {
      line(left, y(mark), edge, y(mark), "grid");
      label(left - 6, y(mark) + 4, "e", unit(mark));
    }
    const inside = svg.appendChild(element("g", { "clip-path": `url(#${id})` }));
    // Names of buffers go over the frame of the step, on a border in the buffer's colour.
    const over = element("g", { "clip-path": `url(#${id})` });
    for (const one of bank.buffers) {
      if (one.last + 1 <= x0 || one.first >= x1 || one.to <= y0 || one.from >= y1) continue;
      const box = { x: x(one.first), y: y(one.to), width: x(one.last + 1) - x(one.first), height: Math.max(0.5, y(one.from) - y(one.to)) };
      const kinds = ["box"];
      if (one.rule.word === "fixed-offset") kinds.push("fixed");
      if (!wanted(one)) kinds.push("off");
      if (view.hover === one) kinds.push("on");
      const rect = inside.appendChild(element("rect", { ...box, fill: one.fill, class: kinds.join(" ") }));
      rect.addEventListener("pointerenter", () => { view.hover = one; rect.classList.add("on"); detail(); });
      rect.addEventListener("pointerleave", () => { view.hover = null; rect.classList.remove("on"); detail(); });
      // The visible part has the name.
      const a = Math.max(box.x, left), b = Math.min(box.x + box.width, edge);
      const c = Math.max(box.y, top), d = Math.min(box.y + box.height, bottom);
      if (!wanted(one)) continue;
      const long = one.id.length * 6.6 + 6;
      if (long <= b - a && d - c >= 13) {
        over.appendChild(element("text", { x: (a + b) / 2, y: (c + d) / 2, class: "n", stroke: one.fill }, one.id));
      } else if (long <= d - c && b - a >= 13) {
        const turned = `rotate(-90 ${(a + b) / 2} ${(c + d) / 2})`;
        over.appendChild(element("text", { x: (a + b) / 2, y: (c + d) / 2, class: "n", stroke: one.fill, transform: turned }, one.id));
      }
    }
    // The labels of the lines, from the top, without overlaps.
    const names = [];
    if (bank.capacity <= bank.top) {
      if (bank.reserve !== "0") {
        inside.appendChild(element("rect", { x: left, y: y(bank.capacity), width: edge - left, height: y(bank.room) - y(bank.capacity), class: "kept" }));
        names.push([y(bank.room), "limit", `room ${unit(bank.room)}`]);
      }
      line(left, y(bank.capacity), edge, y(bank.capacity), "cap", inside);
      names.push([y(bank.capacity), "limit", `capacity ${unit(bank.capacity)}`]);
    } else {
      names.push([top - 4, "", `\u2191 capacity ${unit(bank.capacity)}`]);
    }
    line(left, y(bank.high), edge, y(bank.high), "high", inside);
    names.push([y(bank.high), "", `high-water ${bank.high}`]);
    let above = -Infinity;
    for (const [at, kind, text] of names.filter(([at]) => at >= top - 5 && at <= bottom + 1).sort((a, b) => a[0] - b[0])) {
      above = Math.max(at, above + 13);
      label(edge + 6, above + 4, kind, text);
    }
    // The load, on the scale of the high-water mark.
    const most = Math.max(bank.high, Number(bank.bound), 1);
    const height2 = (bytes) => loadBottom - bytes / most * load;
    let path = `M${x(first)} ${loadBottom}`;
    for (const part of bank.load) path += `V${height2(Number(part.bytes))}H${x(part.last + 1)}`;
    inside.appendChild(element("path", { d: `${path}V${loadBottom}Z`, class: "load" }));
    line(left, loadBottom, edge, loadBottom, "axis");
    line(left, top, left, loadBottom, "axis");
    line(left, height2(bank.high), edge, height2(bank.high), "high");
    label(left - 6, height2(Number(bank.bound)) + 8, "e", bank.bound);
    const middle = (loadTop + loadBottom) / 2;
    svg.appendChild(element("text", { x: 12, y: middle, class: "m", transform: `rotate(-90 12 ${middle})` }, "load"));
    svg.appendChild(element("text", { x: 12, y: top + height / 2, class: "m", transform: `rotate(-90 12 ${top + height / 2})` }, "address"));
    const each = x(1) - x(0);
    const shownSteps = marks(Math.ceil(x0), Math.min(Math.floor(x1), report.last_step), (edge - left) / 44, false).filter(Number.isInteger);
    const named = shownSteps.length > 1 && shownSteps[1] - shownSteps[0] === 1 && shownSteps.every((step) => stepName(step).length * 6.4 + 6 <= each);
    for (const step of shownSteps) label(x(step) + each / 2, loadBottom + 15, "m", named ? stepName(step) : step);
    label((left + edge) / 2, loadBottom + 30, "m", "step");
    inside.appendChild(element("rect", { x: x(view.step), y: top, width: Math.max(1, each), height: loadBottom - top, class: "at" }));
    svg.appendChild(over);

    const place = (event) => {
      const box = svg.getBoundingClientRect();
      const scale = width / box.width;
      return [x0 + ((event.clientX - box.left) * scale - left) / (edge - left) * (x1 - x0), y0 + (bottom - (event.clientY - box.top) * scale) / height * (y1 - y0)];
    };
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      const factor = event.deltaY < 0 ? 0.8 : 1.25;
      const [atX, atY] = place(event);
      view.x = zoomed(view.x, atX, factor, first, end);
      if (!event.shiftKey && atY >= y0) bank.y = zoomed(bank.y, atY, factor, 0, bank.top);
      draw();
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      const from = place(event);
      const start = { x: [...view.x], y: [...bank.y], clientX: event.clientX, clientY: event.clientY };
      let moved = false;
      const box = svg.getBoundingClientRect();
      const move = (next) => {
        const dx = (next.clientX - start.clientX) * width / box.width, dy = (next.clientY - start.clientY) * width / box.width;
        if (Math.abs(dx) + Math.abs(dy) < 4 && !moved) return;
        moved = true;
        view.x = moveBy(start.x, -dx / (edge - left) * (start.x[1] - start.x[0]), first, end);
        bank.y = moveBy(start.y, dy / height * (start.y[1] - start.y[0]), 0, bank.top);
        draw();
      };
      const up = () => {
        window.removeEventListener("pointermove", move);
        if (!moved) choose(Math.floor(from[0]));
      };
      window.addEventListener("pointermove", move);
      window.addEventListener("pointerup", up, { once: true });
    });
    section.appendChild(svg);
    return section;
  }

  function zoomed([from, to], at, factor, least, most) {
    const length = Math.min(most - least, (to - from) * factor);
    const start = at - (at - from) / (to - from) * length;
    return moveBy([start, start + length], 0, least, most);
  }

  function moveBy([from, to], by, least, most) {
    const length = to - from;
    const start = Math.min(Math.max(from + by, least), most - length);
    return [start, start + length];
  }

  function choose(step) {
    view.step = Math.min(Math.max(step, first), report.last_step);
    byId("step").value = view.step;
    draw();
  }

  function rows(pairs) {
    const table = document.createElement("table");
    for (const [name, value] of pairs) {
      const row = table.appendChild(document.createElement("tr"));
      row.appendChild(document.createElement("th")).textContent = name;
      cell(row, value, "name");
    }
    return table;
  }

  function detail() {
    const into = byId("detail");
    into.textContent = "";
    const one = view.hover;
    if (one) {
      byId("about").textContent = one.id;
      into.appendChild(rows([
        ...(one.name ? [["name", one.name]] : []),
        ["bank", one.bank], ["bytes", one.bytes], ["range", `${one.offset}..${one.end}`], ["align", one.alignment],
        ["alive in", steps(one)], ["kind", one.kind], ["rule", one.rule.word === "later-choice" ? `choice ${one.rule.choice} of ${one.rule.of}` : one.rule.word.replace("-", " ")],
      ]));
      return;
    }
    byId("about").textContent = `Alive in step ${stepName(view.step)}`;
    for (const bank of shown()) {
      const live = bank.buffers.filter((one) => alive(one, view.step) && wanted(one)).sort((a, b) => b.size - a.size || (a.id < b.id ? -1 : 1));
      const sum = live.reduce((total, one) => total + one.size, 0);
      into.appendChild(document.createElement("p")).textContent = `${bank.id}: ${sum} bytes in ${live.length} ${live.length === 1 ? "buffer" : "buffers"}`;
      const table = into.appendChild(document.createElement("table"));
      for (const one of live) {
        const row = table.appendChild(document.createElement("tr"));
        cell(row, one.bytes, "r");
        cell(row, `${(100 * one.size / (sum || 1)).toFixed(1)} %`, "r");
        cell(row, one.id, "name");
      }
    }
  }

  function draw() {
    const panels = byId("panels");
    panels.replaceChildren(...shown().map(panel));
    byId("at").textContent = stepName(view.step);
    detail();
  }

  byId("status").textContent = `; ${report.fits ? "fits" : "does not fit"}${report.status ? `, ${report.status}` : ""}`;
  byId("bank").append(new Option("all", ""), ...banks.map((bank) => new Option(bank.id, bank.id)));
  byId("name").addEventListener("input", (event) => { view.name = event.target.value.toLowerCase(); draw(); });
  byId("bank").addEventListener("input", (event) => { view.bank = event.target.value; draw(); });
  Object.assign(byId("step"), { min: first, max: report.last_step, value: view.step });
  byId("step").addEventListener("input", (event) => { view.step = Number(event.target.value); draw(); });
  byId("reset").addEventListener("click", () => {
    view.x = [first, end];
    banks.forEach((bank) => { bank.y = [0, bank.top]; });
    draw();
  });
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("resize", draw);
  draw();
})();
