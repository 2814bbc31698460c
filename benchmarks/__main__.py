"""Run benchmarks by name, or all of them: ``python -m benchmarks [NAME ...]``."""

from __future__ import annotations

import argparse
import importlib

BENCHMARKS = {
    "solver": (
        "jumps: the goal-directed search against IDA*, A* and a plain C program on the same grids",
        "2 minutes",
    ),
    "boards": ("jumps: proof time on boards of 3x3 to 8x8 with 2 to 9 colors", "3 minutes"),
    "ablation": (
        "jumps: the goal-directed search with one idea at a time switched off",
        "30 minutes",
    ),
    "general": (
        "jumps: against CP-SAT and a planner (pip install up-fast-downward), on growing boards",
        "3 minutes",
    ),
    "slide": ("slides: lengths and proven bounds after 1, 10 and 60 s; can be resumed", "an hour"),
    "difficulty": ("the difficulty's predictions and stability", "5 minutes"),
    "review": ("run time of reviews; moves lost with level 2 hints", "2 minutes"),
    "playtest": ("rankings and formulas recovered from simulated players", "10 minutes"),
    "generator": ("random start grids per second, all checked by the rules", "20 seconds"),
    "orders": ("commands that generate targeted grids and rank tiles", "3 minutes"),
    "survey": ("surveys against the solver alone, and two cores against one", "1 minute"),
    "stand": ("market stand: next placements and proven plans; can be resumed", "an hour"),
    "stand_proofs": (
        "market stand: shares of plans proven in 5, 20 and 60 s; PLANS=400 MINUTES=60 for all",
        "4 minutes",
    ),
    "certificates": ("market stand: shares of certificates checked in a minute", "10 minutes"),
    "stand_losses": (
        "market stand: losses of advised and greedy play; can be resumed, GAMES=20 MINUTES=4",
        "4 minutes",
    ),
    "faults": ("mutation testing: the share of faults that the tests find", "an hour"),
    "games": ("random play of each game, against OpenSpiel", "3 minutes"),
    "advice": (
        "win rates of advice; can be resumed, MINUTES=N limits the run",
        "some days; 20 minutes show a first table",
    ),
    "photo": ("readings of synthetic photos, and flagged errors", "10 minutes"),
    "photo_rendered": (
        "tiles of path-traced photos (pip install mitsuba); can be resumed, MINUTES=N for more",
        "4 minutes",
    ),
    "page": ("the page in Chromium: first solution, bytes, Lighthouse, axe", "2 minutes"),
    "web": ("`serve` with 50 simultaneous clients", "1 minute"),
}
"""The modules of this folder: the measured quantity and the approximate run time."""


def parser() -> argparse.ArgumentParser:
    width = max(map(len, BENCHMARKS))
    lines = [f"  {name:{width}}  {what} ({takes})" for name, (what, takes) in BENCHMARKS.items()]
    result = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure, print the tables, and store each in its section of RESULTS.md.",
        epilog="benchmarks, with approximate run times on two idle cores:\n"
        + "\n".join(lines)
        + "\n\nexample:\n  python -m benchmarks solver games",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument(
        "names", nargs="*", metavar="NAME", help="names of benchmarks; all by default"
    )
    return result


def main() -> None:
    reader = parser()
    names = reader.parse_args().names
    for name in names:
        if name not in BENCHMARKS:
            reader.error(f"invalid benchmark {name!r}: expected one of {', '.join(BENCHMARKS)}")
    for name in names or BENCHMARKS:
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
