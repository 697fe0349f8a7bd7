"""The path of the command under test."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def command():
    """Path of the command under test."""
    if "ARENA_PLAN_BIN" in os.environ:
        return os.environ["ARENA_PLAN_BIN"]
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for path in (target / "release" / "arena-plan", target / "debug" / "arena-plan") if path.exists()]
    if built:
        return str(max(built, key=lambda path: path.stat().st_mtime))
    sys.exit("arena-plan is not built: run `cargo build -p arena-plan-cli`, or set ARENA_PLAN_BIN")


BIN = command()
