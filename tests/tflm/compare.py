#!/usr/bin/env python3
"""Runs models with and without an offline plan in TensorFlow Lite Micro, and compares.

    pip install tflite-micro
    python3 tests/tflm/compare.py [MODEL.tflite …]

Without arguments: the models in tests/fixtures/models and, where it is at hand, in ../shared/corpus/tflite. For each,
`arena-plan tflm` writes a plan, and one with operators in place; the original and the planned files are then run three
times on the same random inputs.
All outputs must be the same, bit for bit, and the heads that the runtime reports those that `arena-plan` prints.
Then the arena: with the size that `arena-plan` vouches for the runtime must work, and less than 64 bytes below it must
not.

Exit status: 0 all the same, 1 a difference, 77 the package is not installed.
"""

import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

try:
    import numpy as np
    from tflite_micro import runtime
except ImportError as error:
    print(f"skipped: {error} (pip install tflite-micro)")
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("ARENA_PLAN_BIN", str(ROOT / "target/debug/arena-plan"))
LARGE = 4 << 20
CLOSE = 64


def models():
    corpus = Path(os.environ.get("ARENA_PLAN_CORPUS", ROOT.parent / "shared/corpus")) / "tflite"
    if not corpus.is_dir():
        print(f"only the fixtures: no folder {corpus}")
    skipped = {"planned.tflite", "text.tflite"}
    found = [*(ROOT / "tests/fixtures/models").glob("*.tflite"), *corpus.glob("*.tflite")]
    return sorted(path for path in found if path.name not in skipped)


def command(*args):
    done = subprocess.run([BINARY, *map(str, args)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{args}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def figure(text, pattern):
    found = re.search(pattern, text)
    if not found:
        raise SystemExit(f"no `{pattern}` in:\n{text}")
    return int(found[1])


@contextmanager
def captured():
    """The runtime's output on the file descriptor of standard error, as a file."""
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as text:
        os.dup2(text.fileno(), 2)
        try:
            yield text
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def allocations(interpreter):
    """The sizes of the arena's parts, as the runtime prints them."""
    with captured() as text:
        interpreter.print_allocations()
        text.seek(0)
        return text.read().decode()


def values(details, random):
    shape, kind = details["shape"], details["dtype"]
    if np.issubdtype(kind, np.floating):
        return random.random(shape).astype(kind)
    limits = np.iinfo(kind)
    return random.integers(limits.min, limits.max, shape, dtype=np.int64, endpoint=True).astype(kind)


def invoke(path, arena, invocations):
    """All outputs of some runs on random inputs, and the interpreter."""
    outputs = []
    random = np.random.default_rng(1)
    # It reports an invalid index, which is how their number is found.
    with captured():
        interpreter = runtime.Interpreter.from_file(str(path), arena_size=arena)
        for _ in range(invocations):
            for index in range(1000):
                try:
                    details = interpreter.get_input_details(index)
                except (IndexError, ValueError, RuntimeError):
                    break
                interpreter.set_input(values(details, random), index)
            interpreter.invoke()
            for index in range(1000):
                try:
                    outputs.append(interpreter.get_output(index).tobytes())
                except (IndexError, ValueError, RuntimeError):
                    break
    return outputs, interpreter


def run(path):
    """All outputs of three runs, and the head."""
    outputs, interpreter = invoke(path, LARGE, 3)
    return outputs, figure(allocations(interpreter), r"head (\d+) bytes")


def works(path, arena):
    """Whether the runtime runs the model with this many bytes. In another process, because with too few it may crash."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            invoke(path, arena, 1)
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def smallest(path, vouched):
    """The smallest arena that works, by bisection."""
    low, high = 0, vouched
    while not works(path, high):
        high *= 2
    while high - low > 1:
        middle = (low + high) // 2
        if works(path, middle):
            high = middle
        else:
            low = middle
    return high


def main():
    failed = 0
    print(f"{'model':26} {'head':>7} {'planned':>7} {'arena':>8} {'least':>8}  outputs")
    for path in [Path(arg) for arg in sys.argv[1:]] or models():
        with tempfile.TemporaryDirectory() as folder:
            planned = Path(folder) / "planned.tflite"
            text = command("tflm", path, "-o", planned)
            before, after = figure(text, r", (\d+) bytes by the runtime"), figure(text, r"head: (\d+) bytes planned")
            old, new = run(path), run(planned)
            wrong = []
            if old[0] != new[0] or not old[0]:
                wrong.append("outputs differ")
            if (old[1], new[1]) != (before, after):
                wrong.append(f"heads are {old[1]} and {new[1]}, not {before} and {after}")
            joined = Path(folder) / "in_place.tflite"
            text = command("tflm", path, "--in-place", "-o", joined)
            head = figure(text, r"head: (\d+) bytes planned")
            outputs = run(joined)
            if outputs != (old[0], head) or head > after:
                wrong.append(f"in place: other outputs, or a head of {outputs[1]} and not {head}")
            arenas = []
            for file in (path, planned):
                vouched = figure(command("tflm", file, "--size"), r"arena: (\d+) bytes")
                least = smallest(file, vouched)
                arenas.append((vouched, least))
                if not least <= vouched < least + CLOSE:
                    wrong.append(f"{vouched} bytes of arena vouched for, {least} are enough")
            vouched, least = arenas[1]
            print(f"{path.stem:26} {before:7} {after:7} {vouched:8} {least:8}  {', '.join(wrong) or 'the same'}")
            failed += bool(wrong)
    return 1 if failed else 0


sys.exit(main())
