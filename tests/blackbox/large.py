#!/usr/bin/env python3
"""Time and memory of the command on files of 4 MiB, as `docs/benchmarks.md` has them. Build with `--release` first.

Memory is the peak of the process; it must stay below ten times the file's size. Time is printed and not judged.
"""

import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from run import BIN  # noqa: E402

LIMIT = 4 << 20
BANKS = [chr(c) for c in range(33, 127)]


def fill(head, row, tail="]}"):
    """A file of just under 4 MiB from numbered rows, and how many there are."""
    rows, size, count = [], len(head) + len(tail), 0
    while True:
        text = row(count)
        size += len(text.encode()) + 1
        if size > LIMIT:
            return head + ",".join(rows) + tail, count
        rows.append(text)
        count += 1


def files():
    rng = random.Random(4)
    one = '{"schema":1,"banks":[{"id":"a","capacity":"100000000"}],"buffers":['
    many = json.dumps({"schema": 1, "banks": [{"id": b, "capacity": "10000"} for b in BANKS], "buffers": []})[:-2]

    def usual(i):
        first = rng.randrange(3000)
        return json.dumps({"id": f"buffer{i}", "bytes": str(rng.randint(1, 9999)), "first": first,
                           "last": first + rng.randrange(6), "alignment": "16", "banks": ["a"],
                           "fixed_bank": None, "fixed_offset": None})

    def short(i):
        first = rng.randrange(30000)
        return '{"id":"%x","bytes":"%d","first":%d,"last":%d,"alignment":"1","banks":["a"]}' % (
            i, rng.randint(1, 99), first, first + rng.randrange(6))

    def choices(i):
        banks = json.dumps(BANKS, separators=(",", ":"))
        return '{"id":"%x","bytes":"8","first":%d,"last":%d,"alignment":"1","banks":%s}' % (i, i, i, banks)

    def clash(i):
        return '{"id":"%x","bytes":"8","first":0,"last":0,"alignment":"1","banks":["a"],' \
               '"fixed_bank":"a","fixed_offset":"0"}' % i

    yield "usual rows", *fill(one, usual)
    yield "shortest rows", *fill(one, short)
    yield "94 banks a buffer", *fill(many, choices)
    yield "all at one place", *fill(one, clash)


def measure(*args):
    """Seconds, peak MiB and exit status of a run."""
    start = time.monotonic()
    null = os.open(os.devnull, os.O_RDWR)
    pid = os.posix_spawn(BIN, [BIN, *map(str, args)], os.environ, file_actions=[
        (os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)])
    _, status, usage = os.wait4(pid, 0)
    return time.monotonic() - start, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def main():
    print(f"arena-plan: {BIN}")
    print(f"{'file':20} {'buffers':>8} {'command':>8} {'seconds':>8} {'peak MiB':>9} {'times file':>10} {'status':>6}")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path, empty = Path(folder) / "problem.json", Path(folder) / "layout.json"
        empty.write_text('{"schema":1,"placements":[]}')
        for name, text, count in files():
            path.write_text(text)
            size = path.stat().st_size / 2**20
            for args in (["verify", path, empty], ["plan", path], ["plan", "--format", "json", path]):
                seconds, peak, status = measure(*args)
                command = " ".join(["decode" if args[0] == "verify" else "plan", *["json"][: args.count("json")]])
                print(f"{name:20} {count:8} {command:>9} {seconds:7.3f} {peak:9.1f} {peak / size:10.1f} {status:6}")
                failed |= peak > 10 * size or status not in (0, 1)
    sys.exit("a run took more than ten times the file's size, or failed" if failed else 0)


if __name__ == "__main__":
    main()
