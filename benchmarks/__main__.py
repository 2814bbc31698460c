"""Run benchmarks by name, or all of them: ``python -m benchmarks [NAME ...]``."""

from __future__ import annotations

import argparse
import importlib

BENCHMARKS = {
    "solver": (
        "jumps: the goal-directed search against IDA*, A* and a plain C program on the same grids",
        "2 minutes",
    ),
    "boards": (
        "jumps: how a proof's time grows from 3x3 to 8x8 and from 2 to 9 colors",
        "3 minutes",
    ),
    "ablation": (
        "jumps: what each idea of the goal-directed search is worth, switched off one at a time",
        "30 minutes",
    ),
    "general": (
        "jumps: against CP-SAT and a planner (pip install up-fast-downward), on growing boards",
        "3 minutes",
    ),
    "slide": (
        "slides: lengths and proven bounds after 1, 10 and 60 s; resumes where it was ended",
        "an hour",
    ),
    "difficulty": ("what the difficulty predicts, and how stable it is", "5 minutes"),
    "review": ("reviews of games, and what players lose with level 2 hints", "2 minutes"),
    "playtest": ("orders and formulas found again in games of made-up people", "10 minutes"),
    "generator": ("random start grids a second, and that none breaks a rule", "20 seconds"),
    "orders": ("grids made to order and tiles ranked, as whole commands", "3 minutes"),
    "survey": ("surveys against the solver alone, and two cores against one", "1 minute"),
    "stand": (
        "market stand: next placements; whole stands with proof; resumes where it was ended",
        "an hour",
    ),
    "stand_proofs": (
        "market stand: shares of plans proven in 5, 20 and 60 s; PLANS=400 MINUTES=60 for all",
        "4 minutes",
    ),
    "stand_losses": (
        "market stand: what the advisor's and greedy's decisions lose; resumes, GAMES=20 MINUTES=4",
        "4 minutes",
    ),
    "faults": ("single faults put in at random, and whether tests find them", "an hour"),
    "games": ("random play on one core, each game, against before and OpenSpiel", "3 minutes"),
    "advice": (
        "how often advice wins; resumes where it was ended, MINUTES=N ends it after N minutes",
        "some days; 20 minutes show a first table",
    ),
    "photo": ("grids read from made-up photos, and whether errors are flagged", "10 minutes"),
    "photo_rendered": (
        "all tiles of path traced photos (pip install mitsuba); resumes, MINUTES=N for more",
        "4 minutes",
    ),
    "page": ("the page in Chromium: first solution, bytes, Lighthouse, axe", "2 minutes"),
    "web": ("`serve` under 50 clients at once who load the page", "1 minute"),
}
"""Each benchmark, a module of this folder: what it measures, and about how long that takes."""


def parser() -> argparse.ArgumentParser:
    width = max(map(len, BENCHMARKS))
    lines = [f"  {name:{width}}  {what} ({takes})" for name, (what, takes) in BENCHMARKS.items()]
    made = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure, print the tables, and keep each in its section of RESULTS.md.",
        epilog="benchmarks, and about how long each takes on two idle cores:\n"
        + "\n".join(lines)
        + "\n\nexample:\n  python -m benchmarks solver games",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "names", nargs="*", metavar="NAME", help="what to measure; everything where none is named"
    )
    return made


def main() -> None:
    reader = parser()
    names = reader.parse_args().names
    for name in names:
        if name not in BENCHMARKS:
            reader.error(f"no benchmark {name!r}; expected some of {' '.join(BENCHMARKS)}")
    for name in names or BENCHMARKS:
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
