#!/usr/bin/env python3
"""Time and memory of the command on files of 4 MiB, as in `docs/benchmarks.md`. Build with `--release` first.

Memory is the peak of the process; it must stay below nine times the file's size. Time is printed and not judged.
"""

import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from binary import BIN  # noqa: E402

LIMIT = 4 << 20
BANKS = [chr(c) for c in range(33, 127)]


def fill(head, row, tail="]}"):
    """A file of just under 4 MiB from numbered rows."""
    rows, size, count = [], len(head) + len(tail), 0
    while True:
        text = row(count)
        size += len(text.encode()) + 1
        if size > LIMIT:
            return head + ",".join(rows) + tail
        rows.append(text)
        count += 1


def write(folder):
    """Writes the files in a separate process, because a child inherits the peak memory of its parent."""
    if (pid := os.fork()) == 0:
        for index, (_, text) in enumerate(files()):
            (Path(folder) / f"{index}.json").write_text(text)
        os._exit(0)
    if os.waitpid(pid, 0)[1] != 0:
        sys.exit("the files were not written")


NAMES = ["usual rows", "shortest rows", "94 banks a buffer", "all at one place", "overlapping rows"]


def files():
    """Texts of just under 4 MiB."""
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

    def overlapping(i):
        first = rng.randrange(30000)
        return '{"id":"%x","bytes":"%d","first":%d,"last":%d,"alignment":"%d","banks":["a"]}' % (
            i, rng.randint(1, 99), first, first + rng.randrange(60), 1 << rng.randrange(3))

    kinds = [(one, usual), (one, short), (many, choices), (one, clash), (one, overlapping)]
    yield from zip(NAMES, (fill(*rows) for rows in kinds))


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
    print(f"{'file':20} {'command':>10} {'seconds':>8} {'peak MiB':>9} {'times file':>10} {'status':>6}")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        empty = Path(folder) / "layout.json"
        empty.write_text('{"schema":1,"placements":[]}')
        for index, name in enumerate(NAMES):
            path = Path(folder) / f"{index}.json"
            size = path.stat().st_size / 2**20
            for command, args in [("decode", ["verify", path, empty]), ("plan", ["plan", path]),
                                  ("plan json", ["plan", "--format", "json", path])]:
                seconds, peak, status = measure(*args)
                print(f"{name:20} {command:>10} {seconds:8.3f} {peak:9.1f} {peak / size:10.1f} {status:6}")
                failed |= peak > 9 * size or status not in (0, 1)
    sys.exit("a run took more than nine times the file's size, or failed" if failed else 0)


if __name__ == "__main__":
    main()
