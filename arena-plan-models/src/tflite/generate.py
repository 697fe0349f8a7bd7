#!/usr/bin/env python3
"""Makes schema.rs of schema.fbs: what planus generates, without the half that writes.

Needs `cargo install planus-cli --version 1.3.0`. Writing flatbuffers takes unsafe code and most of the lines; models
are read here, and changed in place. Run it from the repository's root:

    python3 arena-plan-models/src/tflite/generate.py
"""

import re
import subprocess
import tempfile
from pathlib import Path

FOLDER = Path("arena-plan-models/src/tflite")
READS = re.compile(
    r"pub struct \w+Ref<'a>"
    r"|impl<'a> \w+Ref<'a>"
    r"|impl<'a> ::planus::(TableRead|VectorReadInner)<'a> for \w+Ref<'a>"
    r"|impl<'a> ::planus::ReadAsRoot<'a> for (Handle)?ModelRef<'a>"
)


def items(lines):
    """Items of the innermost module, each with what precedes it."""
    item, begun = [], False
    for line in lines:
        item.append(line)
        inner = line.startswith(" " * 8) and not line.startswith(" " * 9)
        begun |= inner and not line.strip().startswith(("///", "#[", "//"))
        if begun and inner and (line.rstrip().endswith(";") or line.rstrip() == " " * 8 + "}" or line.endswith("{}\n")):
            yield item
            item, begun = [], False
    yield item


def main():
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "schema.rs"
        subprocess.run(["planus", "rust", "-o", made, FOLDER / "schema.fbs"], check=True)
        lines = made.read_text().splitlines(keepends=True)
    start = next(n for n, line in enumerate(lines) if line.startswith("    pub mod ")) + 1
    kept = lines[:start]
    *rest, end = items(lines[start:])
    for item in rest:
        head = next(line for line in item if not line.strip().startswith(("///", "#[", "//")) and line.strip())
        if READS.match(head.strip()):
            kept += [line for line in item if "(Model#structfield" not in line]
    text = "".join(kept + end)
    # Links to the types that are left out.
    text = re.sub(r"\[(`\w+` field)\]\(\w+#structfield\.\w+\)", r"\1", text)
    text = re.sub(r"\[`\w+`\]", lambda found: found.group()[1:-1], text)
    (FOLDER / "schema.rs").write_text("// Made by generate.py. Do not edit.\n\n" + text)


main()
