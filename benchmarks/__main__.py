"""Run benchmarks by name, or all of them: ``python -m benchmarks [NAME ...]``."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HELPERS = {"__init__", "__main__", "instances", "measured_rows", "report"}


def names() -> list[str]:
    """Return the benchmarks: every module of this folder that is no helper."""
    return sorted(
        path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in HELPERS
    )


def main(wanted: list[str]) -> int:
    """Run the wanted benchmarks; each prints its tables and keeps them in RESULTS.md."""
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; expected some of {' '.join(names())}", file=sys.stderr)
        return 2
    for name in wanted or names():
        importlib.import_module(f"benchmarks.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
