#!/usr/bin/env python3
"""Checks the command `arena-plan` from outside, with only the standard library.

Random problems are planned, permuted, verified and mutated, and every answer is compared with this checker's
own; then every refusal of the file formats is provoked. The command is found through ARENA_PLAN_BIN, else in the
target directory. Every run has the same problems; `--seed` gives others.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import model  # noqa: E402
import refusals  # noqa: E402
import terminal  # noqa: E402
from binary import BIN  # noqa: E402


class Wrong(Exception):
    """A check that failed."""


def expect(condition, what, *details):
    if not condition:
        raise Wrong("\n".join([what, *map(str, details)]))


def run(*args, stdin=b""):
    done = subprocess.run([BIN, *map(str, args)], input=stdin, capture_output=True, check=False)
    expect(done.returncode in (0, 1, 2), f"exit status {done.returncode}", args, done.stderr.decode())
    return done.returncode, done.stdout, done.stderr.decode()


def layout_of(placements):
    rows = [{"id": name, "bank": bank, "offset": str(offset)} for name, bank, offset in placements]
    return json.dumps({"schema": 1, "placements": rows}).encode()


def triples(report):
    return {(f["code"], f["buffer"], f["other"]) for f in report["findings"]}


def check_plan(problem, status, report):
    """A plan against the checker's own figures; returns the placements."""
    whole = problem
    placements = [(p["id"], p["bank"], int(p["offset"])) for p in report["placements"]]
    names = sorted(b["id"] for b in problem["buffers"])
    expect([name for name, _, _ in placements] == names, "placements are not all buffers by id", placements)
    own = model.findings(problem, placements)
    all_placements = placements
    # An alias takes no bytes: from here on, it is only a part of the buffer whose bytes it is.
    problem = model.merged(problem)
    kept = {b["id"] for b in problem["buffers"]}
    expect(model.spread(whole, [p for p in placements if p[0] in kept]) == placements, "an alias is elsewhere", placements)
    placements = [p for p in placements if p[0] in kept]
    expect(triples(report) == own, "findings differ", triples(report), own)
    expect(report["fits"] == (not own) and status == (1 if own else 0), "fits or status is wrong", report)
    fixed_clash = {f for f in own if f[0] == "overlap"}
    for _, a, b in fixed_clash:
        both = [x for x in problem["buffers"] if x["id"] in (a, b)]
        expect(all(x["fixed_offset"] is not None for x in both), "free buffers overlap", a, b)
    expect({f[0] for f in own} <= {"overlap", "out-of-bank"}, "the planner broke a rule", own)
    used = model.usage(problem, placements)
    for bank, given in zip(problem["banks"], report["banks"]):
        high, peak, step = used[bank["id"]]
        want = (bank["id"], str(bank["capacity"]), str(high), str(peak), step, high <= bank["capacity"])
        got = tuple(given[k] for k in ("id", "capacity", "high_water", "peak_live_bytes", "peak_step", "fits"))
        expect(got == want, "usage differs", got, want)
    expect(int(report["buffer_bytes"]) == sum(b["bytes"] for b in problem["buffers"]), "sum of sizes")
    expect(int(report["planned_bytes"]) == sum(high for high, _, _ in used.values()), "planned bytes")
    reason = report["reason"]
    if model.provably_over(problem):
        expect(not report["fits"], "a proof says that this cannot fit", report)
        # Fixed buffers that overlap can hide the load, and then the overlap is the finding.
        expect(reason["code"] == "over-budget" if reason else fixed_clash, "a proof was missed", report)
    elif reason is not None and reason["code"] == "overlap":
        check_clash(problem, reason, fixed_clash)
    elif reason is not None:
        largest = {b["id"]: b["capacity"] for b in problem["banks"]}
        proof = reason["code"] == "over-budget"
        alone = any(all(b["bytes"] > largest[bank] for bank in model.allowed(b))
                    or (b["fixed_offset"] is not None and b["fixed_offset"] + b["bytes"] > largest[b["fixed_bank"]])
                    for b in problem["buffers"])
        proved = report["status"].startswith("infeasible-")
        expect(proof == (alone or proved), "proof claimed without one, or missed", reason)
    check_status(problem, report)
    base, base_fits = model.first_fit(problem)
    expect(report["fits"] or not base_fits or fixed_clash, "the base order fits, the plan does not", base)
    if len(problem["banks"]) == 1 and base_fits:
        base_high = model.usage(problem, base)[problem["banks"][0]["id"]][0]
        expect(int(report["planned_bytes"]) <= base_high, "worse than the base order", base)
    return all_placements


def check_clash(problem, reason, clashes):
    """Fixed buffers that overlap are the reason, and each advised move separates the pair that it is about."""
    expect(clashes, "no fixed buffers overlap", reason)
    for change in reason["changes"]:
        expect(change["kind"] == "move", "not a move", change)
        moved = [{**b, "fixed_offset": int(change["offset"])} if b["id"] == change["buffer"] else b
                 for b in problem["buffers"]]
        placed = [(b["id"], b["fixed_bank"], b["fixed_offset"]) for b in moved if b["fixed_offset"] is not None]
        left = model.findings({**problem, "buffers": moved}, placed)
        still = {f for f in left if change["buffer"] in f and f[0] != "missing-placement"}
        expect(not still, "the buffer still breaks a rule where it is advised to be", change, still)


def check_status(problem, report):
    """What the status claims, as far as the checker can tell."""
    status, gap = report["status"], report["gap"]
    expect((gap is None) == (status in ("infeasible-bound", "infeasible-packing", "infeasible-search", "not-found")), "gap", report)
    clash = any(f["code"] == "overlap" for f in report["findings"])
    expect(clash or report["fits"] == (gap is not None), "status and fits differ", report)
    if len(problem["banks"]) == 1 and status == "optimal-bound" and not clash:
        peak = model.load(problem["buffers"])[0]
        ends = [b["fixed_offset"] + b["bytes"] for b in problem["buffers"] if b["fixed_offset"] is not None]
        high = int(report["banks"][0]["high_water"])
        # Alignment and fixed positions can lift the bound above the load, never below.
        expect(high >= max([peak, *ends]), "a bound is met below the load", high, peak, ends)
        if all(b["alignment"] == 1 for b in problem["buffers"]) and not ends:
            expect(high == peak, "the bound is not the load", high, peak)


def check_options(problem, path):
    """The documented base order exactly, and a layout without reuse."""
    placements, fits = model.first_fit(model.merged(problem))
    placements = model.spread(problem, placements)
    clash = any(code == "overlap" for code, _, _ in model.findings(problem, placements))
    status, out, err = run("layout", "--order", "base", path)
    got = [(p["id"], p["bank"], int(p["offset"])) for p in json.loads(out)["placements"]]
    expect(got == sorted(placements), "the base order differs", got, sorted(placements))
    expect(status == (0 if fits and not clash else 1), "status of the base order", status, err)
    _, out, _ = run("layout", "--strategy", "sequential", "--effort", "fast", path)
    size = {b["id"]: b for b in problem["buffers"] if "alias" not in b}
    spans = [(p["bank"], int(p["offset"]), size[p["id"]]) for p in json.loads(out)["placements"] if p["id"] in size]
    for i, (bank, at, b) in enumerate(spans):
        for other, there, o in spans[:i]:
            apart = bank != other or at + b["bytes"] <= there or there + o["bytes"] <= at
            both_fixed = b["fixed_offset"] is not None and o["fixed_offset"] is not None
            expect(apart or both_fixed, "buffers share bytes", b, o, spans)


def mutate(problem, placements, rng):
    """Changes a layout in one to three ways."""
    placements = list(placements)
    banks = [bank["id"] for bank in problem["banks"]]
    for _ in range(rng.randint(1, 3)):
        i = rng.randrange(len(placements))
        name, bank, offset = placements[i]
        kind = rng.randrange(7)
        if kind == 0:
            placements[i] = (name, bank, rng.choice(placements)[2])
        elif kind == 1:
            placements[i] = (name, bank, max(0, offset + rng.choice([-1, 1, 4, 32])))
        elif kind == 2:
            placements[i] = (name, rng.choice(banks), offset)
        elif kind == 3:
            placements[i] = (name, "nowhere", offset)
        elif kind == 4:
            placements[i] = (name, bank, offset + 4096)
        elif kind == 5 and len(placements) > 1:
            del placements[i]
        else:
            placements[i] = (name + "?", bank, offset)
    names = [name for name, _, _ in placements]
    return placements if len(set(names)) == len(names) else mutate(problem, placements, rng)


def check_problem(seed):
    rng = random.Random(seed)
    problem = model.random_problem(rng)
    with tempfile.TemporaryDirectory() as folder:
        path, layout = Path(folder) / "problem.json", Path(folder) / "layout.json"
        path.write_bytes(model.encode(problem))
        # The search is slow in an unoptimised build, so most problems skip it.
        effort = ["--effort", "default" if seed % 4 == 0 else "fast"]
        status, out, _ = run("plan", "--format", "json", *effort, path)
        placements = check_plan(problem, status, json.loads(out))
        other = run("plan", "--format", "json", *effort, "-", stdin=model.encode(problem, rng))
        expect(other[:2] == (status, out), "the order of the input matters", out, other[1])
        code, saved, _ = run("layout", *effort, path)
        expect(code == status, "layout and plan differ in their status")
        layout.write_bytes(saved)
        if seed % 4 == 0:
            check_options(problem, path)
        code, text, _ = run("verify", path, layout)
        expect(code == status, "verify and plan differ", text)
        if placements:
            changed = mutate(problem, placements, rng)
            own = model.findings(problem, changed)
            code, text, _ = run("verify", "--format", "json", path, "-", stdin=layout_of(changed))
            expect(triples(json.loads(text)) == own, "findings differ", triples(json.loads(text)), own)
            expect(code == (1 if own else 0), "status of verify", code, own)
            return {f[0] for f in own}
    return set()


def random_graph(rng):
    """A valid graph, and its lifetimes."""
    count = rng.randint(1, 8)
    steps = [{"id": f"s{i}", "inputs": [], "outputs": [], "scratch": []} for i in range(count)]
    tensors, lives = [], {}
    for i in range(rng.randint(0, 10)):
        name = model.random_id(rng, i)
        kind = rng.choice(["source", "output", "scratch"])
        at = rng.randrange(count)
        tensor = {"id": name, "bytes": str(rng.randint(1, 64)), "alignment": rng.choice(["1", "4", "16"]),
                  "banks": ["ram"], "source": kind == "source", "retain": kind != "scratch" and rng.random() < 0.3}
        reads = []
        if kind == "scratch":
            steps[at]["scratch"].append(name)
            first = last = at
        else:
            first = 0 if kind == "source" else at
            readers = range(first if kind == "source" else first + 1, count)
            reads = rng.sample(list(readers), rng.randint(1 if kind == "source" else 0, len(readers)))
            if kind == "output":
                steps[at]["outputs"].append(name)
            for reader in reads:
                steps[reader]["inputs"].append(name)
            last = count - 1 if tensor["retain"] else max([first, *reads])
        lives[name] = (first, last)
        tensors.append(tensor)
    banks = [{"id": "ram", "capacity": "512"}]
    return {"schema": 1, "banks": banks, "tensors": tensors, "steps": steps}, lives


def check_graph(seed):
    graph, lives = random_graph(random.Random(seed))
    source = json.dumps(graph).encode()
    code, problem, err = run("lifetimes", "-", stdin=source)
    expect(code == 0, "a graph that keeps the rules is refused", err, graph)
    got = {b["id"]: (b["first"], b["last"]) for b in json.loads(problem)["buffers"]}
    expect(got == lives, "lifetimes differ", got, lives)
    direct, indirect = run("layout", "-", stdin=source), run("layout", "-", stdin=problem)
    expect(direct[:2] == indirect[:2], "a graph and its problem give different layouts")


def refused(folder, name, data, code, args, words=""):
    """The file is rejected with the code, exit status 2 and nothing on standard output, and stays unchanged."""
    path = Path(folder) / "input.json"
    data = data if isinstance(data, bytes) else data.encode()
    path.write_bytes(data)
    status, out, err = run(*[path if arg is None else arg for arg in args])
    expect(status == 2 and out == b"", f"{name}: status {status}", out, err)
    expect(f"error[{code}]: " in err and words in err, f"{name}: not refused with {code}", err)
    expect(err.count("error") == 1, f"{name}: more than one message", err)
    expect(path.read_bytes() == data, f"{name}: the input was written to")
    if code != "file-too-large":
        expect(f"{path}:" in err, f"{name}: no place in the file", err)


def check_refusals():
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        good = Path(folder) / "good.json"
        good.write_text(refusals.problem())
        expect(run("plan", good)[0] == 0, "the usual problem is refused")
        for name, data, code in refusals.PROBLEMS:
            refused(folder, name, data, code, ["plan", None])
            refused(folder, name, data, code, ["verify", None, good])
            count += 1
        for name, data, code, words in refusals.GRAPHS:
            for verb in ("plan", "lifetimes"):
                refused(folder, name, data, code, [verb, None], words)
            count += 1
        for name, data, code in refusals.LAYOUTS:
            refused(folder, name, data, code, ["verify", good, None])
            refused(folder, name, data, code, ["header", good, None])
            count += 1
        count += check_files(folder, good)
    return count


def check_files(folder, good):
    """Files that are not regular or not readable, and wrong usage."""
    pipe, locked = Path(folder) / "pipe", Path(folder) / "locked.json"
    os.mkfifo(pipe)
    locked.write_text(refusals.problem())
    locked.chmod(0)
    cases = [
        ("file-not-regular", ["plan", folder]),
        ("file-not-regular", ["plan", "/dev/null"]),
        ("file-not-regular", ["plan", pipe]),
        ("file-missing", ["plan", Path(folder) / "missing.json"]),
        ("file-missing", ["verify", good, Path(folder) / "missing.json"]),
        ("usage", ["verify", "-", "-"]),
        ("unknown-field", ["lifetimes", good]),
    ]
    if os.geteuid() == 0:
        print("skipped: an unreadable file (root reads them all)")
    else:
        cases.append(("file-unreadable", ["plan", locked]))
    for code, args in cases:
        status, out, err = run(*args)
        expect(status == 2 and out == b"" and f"error[{code}]: " in err, f"{args}: {status}", err)
    for args in ([], ["plan"], ["plan", good, good], ["plan", "--format", "xml", good], ["fly", good]):
        status, out, err = run(*args)
        expect(status == 2 and out == b"" and err, f"{args}: status {status}", out, err)
    link = Path(folder) / "link.json"
    link.symlink_to(good)
    expect(run("plan", link)[0] == 0, "a link to a regular file is refused")
    return len(cases) + 5


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="random problems")
    parser.add_argument("--seed", type=int, default=1, help="of the first random problem")
    args = parser.parse_args()
    print(f"arena-plan: {BIN}\nseed: {args.seed}", flush=True)
    failed = 0
    codes = set()
    jobs = [(check_problem, args.seed + i) for i in range(args.count)]
    jobs += [(check_graph, args.seed + i) for i in range(args.count // 8)]
    with ThreadPoolExecutor(2) as pool:
        def attempt(job):
            try:
                return job[0](job[1]) or set()
            except (Wrong, LookupError, TypeError, ValueError) as wrong:
                return f"{job[0].__name__}({job[1]}): {type(wrong).__name__}: {wrong}"
        for result in pool.map(attempt, jobs):
            if isinstance(result, str):
                failed += 1
                print(result, file=sys.stderr)
            else:
                codes |= result
    wanted = {"alias-moved", "overlap", "out-of-bank", "misaligned", "bank-not-allowed", "fixed-moved", "missing-placement",
              "unknown-buffer", "unknown-bank"}
    if args.count >= 500 and codes != wanted:
        failed += 1
        print(f"the mutations did not provoke every finding: {wanted ^ codes}", file=sys.stderr)
    try:
        count = check_refusals()
        print(f"{args.count} problems, {args.count // 8} graphs, {count} refusals: {failed} failed")
    except Wrong as wrong:
        failed += 1
        print(f"refusals: {wrong}", file=sys.stderr)
    if wrong := terminal.check():
        failed += 1
        print(f"terminal: {wrong}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
