"""The checker's own view of problems: generation, verification, bounds and usage, written from DESIGN alone.

Nothing here is shared with the Rust code: overlaps are found by comparing all pairs, loads by visiting every step.
"""

LIMIT = 2**63 - 1


def text(number):
    """A byte count as in schema 1."""
    return str(number)


def random_problem(rng):
    """A small problem with fixed positions, several banks and alignments."""
    banks = [{"id": f"bank{i}", "capacity": rng.choice([0, 64, 96, 128, 256, 1000])} for i in range(rng.randint(1, 4))]
    rng.shuffle(banks)
    steps = rng.randint(1, 12)
    far = rng.choice([0, 0, 0, 2**32 - 3, 2**62])
    buffers = []
    for i in range(rng.randint(0, 14)):
        first = rng.randrange(steps)
        last = min(steps - 1, first + rng.choice([0, 0, 1, 2, 5]))
        align = rng.choice([1, 1, 2, 4, 8, 16, 32])
        size = rng.choice([1, 3, 8, 16, 24, 32, 64, 100])
        allowed = rng.sample([bank["id"] for bank in banks], rng.randint(1, len(banks)))
        buffer = {"id": random_id(rng, i), "bytes": size, "first": first + far, "last": last + far,
                  "alignment": align, "banks": allowed, "fixed_bank": None, "fixed_offset": None}
        if rng.random() < 0.2:
            buffer["fixed_bank"] = rng.choice(allowed)
            if rng.random() < 0.8:
                buffer["fixed_offset"] = align * rng.randrange(0, 8)
        buffers.append(buffer)
    if buffers and rng.random() < 0.4:
        for i in range(rng.randint(1, 5)):
            buffers.append(random_alias(rng, buffers, steps, far, len(buffers)))
        rng.shuffle(buffers)
    return {"banks": banks, "buffers": buffers}


def random_alias(rng, buffers, steps, far, i):
    """Bytes of one of these buffers, in any steps, aligned as its place can be."""
    of = rng.choice(buffers)
    offset = rng.choice([0, rng.randrange(of["bytes"])])
    first = rng.randrange(steps)
    whole, root = offset, of
    while "alias" in root:
        whole += root["alias"]["offset"]
        root = next(b for b in buffers if b["id"] == root["alias"]["of"])
    at = whole + (root["fixed_offset"] or 0)
    aligns = [a for a in (1, 2, 4, 8, 16) if whole % a == 0 and at % a == 0]
    buffer = {"id": random_id(rng, i), "bytes": rng.randint(1, of["bytes"] - offset), "first": first + far,
              "last": min(steps - 1, first + rng.choice([0, 1, 4])) + far, "alignment": rng.choice(aligns),
              "banks": rng.sample(root["banks"], len(root["banks"])), "fixed_bank": None, "fixed_offset": None,
              "alias": {"of": of["id"], "offset": offset}}
    if root["fixed_offset"] is not None and rng.random() < 0.5:
        buffer["fixed_bank"], buffer["fixed_offset"] = root["fixed_bank"], at
    return buffer


def roots(problem):
    """For each buffer, the id of the one with its bytes, and the offset in that."""
    buffers = {b["id"]: b for b in problem["buffers"]}
    found = {}
    for name, buffer in buffers.items():
        offset = 0
        while "alias" in buffer:
            offset += buffer["alias"]["offset"]
            buffer = buffers[buffer["alias"]["of"]]
        found[name] = (buffer["id"], offset)
    return found


def merged(problem):
    """The problem without aliases: the others, alive and aligned as all that share their bytes need."""
    found = roots(problem)
    whole = {b["id"]: dict(b) for b in problem["buffers"] if "alias" not in b}
    for b in problem["buffers"]:
        root = whole[found[b["id"]][0]]
        root["first"], root["last"] = min(root["first"], b["first"]), max(root["last"], b["last"])
        root["alignment"] = max(root["alignment"], b["alignment"])
    return {"banks": problem["banks"], "buffers": list(whole.values())}


def spread(problem, placements):
    """A layout of the merged problem with the aliases."""
    at = {name: (bank, offset) for name, bank, offset in placements}
    found = roots(problem)
    return sorted((name, at[root][0], at[root][1] + offset) for name, (root, offset) in found.items())


def random_id(rng, i):
    return rng.choice(["b%d", "B%d", "buffer.%d", "x y/%d", "_%d-", "%03d"]) % i


def encode(problem, rng=None):
    """JSON in schema 1, or 2 if there are aliases; with a generator also with another order of buffers and fields, and
    other white space."""
    import json
    root = {"schema": 2 if any("alias" in b for b in problem["buffers"]) else 1,
            "banks": [{"id": b["id"], "capacity": text(b["capacity"])} for b in problem["banks"]],
            "buffers": [encode_buffer(b) for b in problem["buffers"]]}
    if rng is None:
        return json.dumps(root).encode()
    rng.shuffle(root["buffers"])
    root["buffers"] = [shuffled(b, rng) for b in root["buffers"]]
    root = shuffled(root, rng)
    for buffer in root["buffers"]:
        for name in ("fixed_bank", "fixed_offset"):
            if buffer[name] is None and rng.random() < 0.5:
                del buffer[name]
    return json.dumps(root, indent=rng.choice([None, 0, 3]), ensure_ascii=rng.random() < 0.5).encode()


def encode_buffer(b):
    offset = b["fixed_offset"]
    whole = {**b, "bytes": text(b["bytes"]), "alignment": text(b["alignment"]),
             "fixed_offset": None if offset is None else text(offset)}
    if "alias" in b:
        whole["alias"] = {"of": b["alias"]["of"], "offset": text(b["alias"]["offset"])}
    return whole


def shuffled(fields, rng):
    items = list(fields.items())
    rng.shuffle(items)
    return dict(items)


def findings(problem, placements):
    """All findings as (code, buffer, other), from placements as (id, bank, offset)."""
    found = set()
    buffers = {b["id"]: b for b in problem["buffers"]}
    capacity = {b["id"]: b["capacity"] for b in problem["banks"]}
    places = {name: (bank, offset) for name, bank, offset in placements}
    shared = roots(problem)
    lives = {b["id"]: (b["first"], b["last"]) for b in merged(problem)["buffers"]}
    placed = []
    for name, bank, offset in placements:
        buffer = buffers.get(name)
        if buffer is None:
            found.add(("unknown-buffer", name, None))
            continue
        if bank not in capacity:
            found.add(("unknown-bank", name, None))
            continue
        if bank not in buffer["banks"]:
            found.add(("bank-not-allowed", name, None))
        if buffer["fixed_bank"] not in (None, bank) or buffer["fixed_offset"] not in (None, offset):
            found.add(("fixed-moved", name, None))
        if offset % buffer["alignment"]:
            found.add(("misaligned", name, None))
        if offset + buffer["bytes"] > capacity[bank]:
            found.add(("out-of-bank", name, None))
        root, inside = shared[name]
        if root != name and root in places:
            if places[root] == (bank, offset - inside):
                continue
            found.add(("alias-moved", name, root))
        placed.append((buffer, bank, offset))
    names = {name for name, _, _ in placements}
    found.update(("missing-placement", name, None) for name in buffers if name not in names)
    for i, (a, bank_a, at_a) in enumerate(placed):
        for b, bank_b, at_b in placed[:i]:
            (first_a, last_a), (first_b, last_b) = (lives.get(x["id"], (x["first"], x["last"])) for x in (a, b))
            together = first_a <= last_b and first_b <= last_a
            if bank_a == bank_b and together and at_a < at_b + b["bytes"] and at_b < at_a + a["bytes"]:
                found.add(("overlap", *sorted([a["id"], b["id"]])))
    return found


def load(buffers):
    """Highest load of these buffers and the first step that has it."""
    best = (0, None)
    for step in sorted({b["first"] for b in buffers}):
        bytes_alive = sum(b["bytes"] for b in buffers if b["first"] <= step <= b["last"])
        if bytes_alive > best[0]:
            best = (bytes_alive, step)
    return best


def usage(problem, placements):
    """Per bank: high-water mark, peak load and its step."""
    buffers = {b["id"]: b for b in problem["buffers"]}
    result = {}
    for bank in problem["banks"]:
        inside = [(buffers[name], offset) for name, where, offset in placements if where == bank["id"]]
        high = max((offset + b["bytes"] for b, offset in inside), default=0)
        result[bank["id"]] = (high, *load([b for b, _ in inside]))
    return result


def allowed(buffer):
    return [buffer["fixed_bank"]] if buffer["fixed_bank"] is not None else buffer["banks"]


def provably_over(problem):
    """Whether the load of some set of banks proves that no layout exists."""
    banks = {b["id"]: b["capacity"] for b in problem["banks"]}
    names = list(banks)
    for mask in range(1, 1 << len(names)):
        chosen = {name for i, name in enumerate(names) if mask >> i & 1}
        confined = [b for b in problem["buffers"] if set(allowed(b)) <= chosen]
        if load(confined)[0] > sum(banks[name] for name in chosen):
            return True
    return False


def first_fit(problem):
    """First fit in the documented base order; placements as (id, bank, offset), and whether all fit."""
    capacity = {b["id"]: b["capacity"] for b in problem["banks"]}
    order = sorted(problem["buffers"],
                   key=lambda b: (b["fixed_offset"] is None, len(allowed(b)), -b["bytes"], b["id"]))
    placed, fits = [], True
    for b in order:
        for bank in allowed(b):
            offset = b["fixed_offset"]
            if offset is None:
                offset = lowest(b, [(o, at) for o, where, at in placed if where == bank])
            inside = offset + b["bytes"] <= capacity[bank]
            if inside:
                break
        fits &= inside
        placed.append((b, bank, offset))
    return [(b["id"], bank, offset) for b, bank, offset in placed], fits


def lowest(b, others):
    """Lowest aligned offset at which `b` overlaps none of the others that are alive with it."""
    taken = [(at, at + o["bytes"]) for o, at in others if o["first"] <= b["last"] and b["first"] <= o["last"]]
    ends = [0] + [end for _, end in taken]
    starts = sorted(-(-end // b["alignment"]) * b["alignment"] for end in ends)
    return next(s for s in starts if all(s >= end or s + b["bytes"] <= at for at, end in taken))
