"""The command on a terminal: a long search shows its progress in one line, erases it, and ends by Ctrl-C."""

import json
import os
import random
import select
import signal
import tempfile
from pathlib import Path

from binary import BIN


def hard():
    """A problem whose search nobody waits for: a fixed byte cuts the bank in two, so the best layout is that of the
    subset of the sizes that fills the lower part best, one of 2^60."""
    rng = random.Random(7)
    sizes = [rng.randrange(10**15) for _ in range(60)]
    buffer = {"first": 0, "last": 0, "alignment": "1", "banks": ["ram"]}
    buffers = [{"id": f"b{index}", "bytes": str(size), **buffer} for index, size in enumerate(sizes)]
    cut = {"id": "cut", "bytes": "1", **buffer, "fixed_bank": "ram", "fixed_offset": str(sum(sizes) // 2)}
    return {"schema": 1, "banks": [{"id": "ram", "capacity": str(2 * sum(sizes))}], "buffers": [*buffers, cut]}


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
    """What is wrong, in words, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hard.json"
        path.write_text(json.dumps(hard()))
        status, out, err = interrupted(path)
    lines = err.split("\r\x1b[K")
    progress, last = lines[1:-1], lines[-1]
    if status != 0 or "\nfits: true\n" not in out:
        return f"Ctrl-C did not give the best layout so far: status {status}, {out[-200:]!r}"
    if lines[0] or not progress or not all(line.startswith("\x1b[?7lplanning: ") for line in progress):
        return f"no line of progress that is written over and over: {err!r}"
    if not all(line.endswith("\x1b[?7h") and "\n" not in line for line in progress):
        return f"the terminal does not wrap lines any more: {err!r}"
    if last != "stopped: the best layout so far follows\r\n":
        return f"the line of progress was not erased in the end: {err!r}"
    return None
