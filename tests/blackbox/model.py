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
    return {"banks": banks, "buffers": buffers}


def random_id(rng, i):
    return rng.choice(["b%d", "B%d", "buffer.%d", "x y/%d", "_%d-", "%03d"]) % i


def encode(problem, rng=None):
    """JSON in schema 1; with a generator also with another order of buffers and fields, and other white space."""
    import json
    root = {"schema": 1,
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
    return {**b, "bytes": text(b["bytes"]), "alignment": text(b["alignment"]),
            "fixed_offset": None if offset is None else text(offset)}


def shuffled(fields, rng):
    items = list(fields.items())
    rng.shuffle(items)
    return dict(items)


def findings(problem, placements):
    """All findings as (code, buffer, other), from placements as (id, bank, offset)."""
    found = set()
    buffers = {b["id"]: b for b in problem["buffers"]}
    capacity = {b["id"]: b["capacity"] for b in problem["banks"]}
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
        placed.append((buffer, bank, offset))
    names = {name for name, _, _ in placements}
    found.update(("missing-placement", name, None) for name in buffers if name not in names)
    for i, (a, bank_a, at_a) in enumerate(placed):
        for b, bank_b, at_b in placed[:i]:
            together = a["first"] <= b["last"] and b["first"] <= a["last"]
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
