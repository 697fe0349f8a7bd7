"""The command on a terminal: a long search shows its progress in one line, erases it, and ends with Ctrl-C."""

import json
import os
import random
import re
import select
import signal
import tempfile
from pathlib import Path

from binary import BIN


def hard():
    """A problem whose search takes practically forever: a fixed byte cuts the bank in two, so the best layout is that of the subset of the sizes that fills the lower part best, one of 2^60."""
    rng = random.Random(7)
    sizes = [rng.randrange(10**15) for _ in range(60)]
    buffer = {"first": 0, "last": 0, "alignment": "1", "banks": ["ram"]}
    buffers = [{"id": f"b{index}", "bytes": str(size), **buffer} for index, size in enumerate(sizes)]
    cut = {"id": "cut", "bytes": "1", **buffer, "fixed_bank": "ram", "fixed_offset": str(sum(sizes) // 2)}
    return {"schema": 1, "banks": [{"id": "ram", "capacity": str(2 * sum(sizes))}], "buffers": [*buffers, cut]}


def tight():
    """Four full banks and more buffers than fit: the planner works for some seconds without a layout."""
    rng = random.Random(3)
    names = ["itcm", "dtcm", "sram", "psram"]
    buffers = []
    for index in range(600):
        first = rng.randrange(600)
        buffers.append({"id": f"b{index}", "bytes": str(rng.randint(1, 999)), "first": first,
                        "last": first + rng.randrange(80), "alignment": str(1 << rng.randrange(5)),
                        "banks": rng.sample(names, rng.randint(2, 4))})
    load = max(sum(int(b["bytes"]) for b in buffers if b["first"] <= step <= b["last"]) for step in range(680))
    banks = [{"id": name, "capacity": str(load * 101 // 400)} for name in names]
    return {"schema": 1, "banks": banks, "buffers": buffers}


def interrupted(problem):
    """Runs the search until its first line of progress, then presses Ctrl-C: exit status, output, terminal."""
    leader, terminal = os.openpty()
    reader, writer = os.pipe()
    args = [BIN, "plan", "--effort", "thorough", "--nodes", str(2**62), str(problem)]
    pid = os.posix_spawn(BIN, args, {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}, file_actions=[
        (os.POSIX_SPAWN_DUP2, writer, 1), (os.POSIX_SPAWN_DUP2, terminal, 2)])
    os.close(terminal)
    os.close(writer)
    seen, open_ends, pressed = {leader: b"", reader: b""}, {leader, reader}, False
    while open_ends:
        for end in select.select(list(open_ends), [], [])[0]:
            try:
                data = os.read(end, 65536)
            except OSError:  # Linux says so when the last writer of a terminal is gone.
                data = b""
            seen[end] += data
            if not data:
                open_ends.remove(end)
        if not pressed and b"planning: " in seen[leader]:
            os.kill(pid, signal.SIGINT)
            pressed = True
    _, status = os.waitpid(pid, 0)
    os.close(leader)
    os.close(reader)
    return os.waitstatus_to_exitcode(status), seen[reader].decode(), seen[leader].decode()


def check():
    """What is wrong, as a text, or nothing."""
    wrong = check_of(hard(), 0, re.compile(r"planning: \d+ s, best \d+ bytes, bound \d+, \d+ nodes \("), "")
    reached = r"planning: \d+ s, \d+ bytes not placed yet, \d+ million units of work \("
    return wrong or check_of(tight(), 1, re.compile(reached), "error[no-layout-found]: ")


def check_of(problem, met, reached, after):
    """The same for one problem: its exit status, the text of a progress line, and what follows on the terminal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.json"
        path.write_text(json.dumps(problem))
        status, out, err = interrupted(path)
    lines = err.split("\r\x1b[K")
    progress, last = lines[1:-1], lines[-1]
    if status != met or f"\nfits: {'false' if met else 'true'}\n" not in out:
        return f"Ctrl-C did not give the best layout so far: status {status}, {out[-200:]!r}"
    if set(re.findall(r"\d\.\.=\d+ +(\w+)", out)) != {buffer["id"] for buffer in problem["buffers"]}:
        return f"the layout after Ctrl-C is not whole: {out[-200:]!r}"
    if lines[0] or not progress or not all(reached.match(line.removeprefix("\x1b[?7l")) for line in progress):
        return f"no progress line that is rewritten: {err!r}"
    if not all(line.endswith("\x1b[?7h") and "\n" not in line for line in progress):
        return f"the terminal does not wrap lines any more: {err!r}"
    stopped, _, rest = last.partition("\r\n")
    if stopped != "stopped: the best layout so far follows" or not rest.startswith(after) or bool(rest) != bool(after):
        return f"the line of progress was not erased in the end: {err!r}"
    return None
