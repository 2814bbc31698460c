"""The slide variant: solutions and proven bounds by time, and the heuristics' effect.

``python -m benchmarks slide`` measures processor time of one thread. Rows are appended to
``results/``, so a run can be resumed; delete the file to remeasure.
``SLIDE_LONG_GRIDS`` is the number of grids that run for a minute.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import numpy as np

from benchmarks.instances import random_start_grids, walked_grid
from benchmarks.report import MeasuredRows, machine, table, write_section
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.anytime import AnytimeSearch
from chatuchak_solver.search.ida_star import IdaStarSearch
from chatuchak_solver.search.priced_heuristic import find_prices, priced_heuristic
from chatuchak_solver.search.solution import Status
from chatuchak_solver.search.solve import solve
from chatuchak_solver.search.verify import replay

__all__ = ["main"]

GRIDS = 50
LONG_GRIDS = int(os.environ.get("SLIDE_LONG_GRIDS", GRIDS))
HEURISTIC_GRIDS = 5
PLAIN_GRIDS = 5
HEURISTIC_BOUND = 51
SECONDS = (1.0, 10.0, 60.0)
SLICE_NODES = 200_000
WALKS = tuple((moves, seed) for moves in (110, 130, 150, 170, 190) for seed in range(10))
WALK_LIMIT_S = 10.0
WALK_BANDS = ((0, 30), (31, 35), (36, 38), (39, 40), (41, 42), (43, 99))
SLIDE = MoveRule.SLIDE

MakeSearch = Callable[[Grid], IdaStarSearch]


def run_for(
    search_type: Callable[[Grid, MoveRule], AnytimeSearch | IdaStarSearch],
    grid: Grid,
    marks: tuple[float, ...],
) -> JsonObject:
    start = time.thread_time()
    search = search_type(grid, SLIDE)
    rows = []
    finished = False
    for mark in marks:
        while not finished and time.thread_time() - start < mark:
            finished = search.run(SLICE_NODES)
        moves = search.incumbent
        if moves is not None and not replay(grid, moves, rule=SLIDE):
            raise SystemExit(f"wrong solution of {grid}: {moves}")
        rows.append([mark, None if moves is None else len(moves), search.lower_bound])
    return {"marks": rows, "expanded": search.expanded}


def run_bound(make: MakeSearch, grid: Grid) -> JsonObject:
    start = time.thread_time()
    search = make(grid)
    root = search.lower_bound
    while search.lower_bound <= HEURISTIC_BOUND and not search.run(SLICE_NODES):
        pass
    bounds = HEURISTIC_BOUND - root + 1
    nodes = sum(search.expanded_per_bound[:bounds])
    return {"root": root, "expanded": nodes, "seconds": time.thread_time() - start}


def run_walk(grid: Grid) -> JsonObject:
    solution = solve(grid, rule=SLIDE, stop=Stop(time_s=WALK_LIMIT_S))
    proven = solution.status is Status.OPTIMAL
    return {"length": solution.length, "proven": proven, "seconds": solution.seconds}


def warm_up() -> None:
    grid = random_start_grids(1)[0]
    AnytimeSearch(grid, SLIDE).run(6_000_000)
    IdaStarSearch(grid, SLIDE).run(SLICE_NODES)


def summary(label: str, rows: list[JsonObject]) -> list[list[str]]:
    lines = []
    for number in range(len(rows[0]["marks"])):
        seconds, _, _ = rows[0]["marks"][number]
        bounds = [row["marks"][number][2] for row in rows]
        lengths = [row["marks"][number][1] for row in rows]
        known = [length for length in lengths if length is not None]
        mean = f"{np.mean(known):.2f}" if len(known) == len(rows) else "-"
        worst = str(max(known)) if len(known) == len(rows) else "-"
        gap = f"{np.mean(known) - np.mean(bounds):.2f}" if len(known) == len(rows) else "-"
        cells = [f"{seconds:.0f} s", len(rows), mean, worst, f"{np.mean(bounds):.2f}", gap]
        lines.append([label, *map(str, cells)])
    return lines


def heuristic_rows(rows: MeasuredRows, grids: list[Grid]) -> list[list[str]]:
    def priced(grid: Grid) -> IdaStarSearch:
        prices, _ = find_prices(grid, SLIDE)
        return IdaStarSearch(grid, SLIDE, heuristic=priced_heuristic(grid, SLIDE, prices))

    searches: dict[str, MakeSearch] = {
        "pattern databases (plain IDA*)": lambda grid: IdaStarSearch(grid, SLIDE),
        "root's prices": priced,
    }
    lines = []
    plain = 0.0
    for label, make in searches.items():
        measured = [
            rows.get(f"bound {HEURISTIC_BOUND}: {label}", grid, run_bound, make, grid)
            for grid in grids
        ]
        nodes = float(np.mean([row["expanded"] for row in measured]))
        seconds = float(np.mean([row["seconds"] for row in measured]))
        root = float(np.mean([row["root"] for row in measured]))
        plain = plain or nodes
        cells = [f"{root:.1f}", f"{nodes / 1e6:.1f}", f"{seconds:.2f}", f"{plain / nodes:.1f}x"]
        lines.append([label, *cells])
    return lines


def walk_rows(rows: MeasuredRows) -> list[list[str]]:
    measured = [
        rows.get(f"walk of {moves}", grid, run_walk, grid)
        for moves, grid in ((moves, walked_grid(moves, seed)) for moves, seed in WALKS)
    ]
    lines = []
    for low, high in WALK_BANDS:
        band = [row for row in measured if low <= row["length"] <= high]
        proven = [row["seconds"] for row in band if row["proven"]]
        if band:
            mean, worst = (f"{np.mean(proven):.2f}", f"{max(proven):.2f}") if proven else "--"
            lines.append([f"{low}..{high}", str(len(band)), str(len(proven)), mean, worst])
    return lines


def main() -> None:
    rows = MeasuredRows("slide")
    grids = random_start_grids(GRIDS)
    warm_up()
    quick = [
        rows.get("anytime, 1 s", grid, run_for, AnytimeSearch, grid, SECONDS[:1]) for grid in grids
    ]
    quick_ida = [
        rows.get("plain IDA*, 1 s", grid, run_for, IdaStarSearch, grid, SECONDS[:1])
        for grid in grids
    ]
    print(table(HEADER, summary("anytime", quick) + summary("plain IDA*", quick_ida)), flush=True)
    walks = walk_rows(rows)
    print(table(WALK_HEADER, walks), flush=True)
    heuristics = heuristic_rows(rows, grids[:HEURISTIC_GRIDS])
    print(table(HEURISTIC_HEADER, heuristics), flush=True)
    long = []
    for grid in grids[:LONG_GRIDS]:
        long.append(rows.get("anytime", grid, run_for, AnytimeSearch, grid, SECONDS))
        print(f"{len(long)} of {LONG_GRIDS}: {long[-1]['marks']}", flush=True)
    ida = [
        rows.get("plain IDA*", grid, run_for, IdaStarSearch, grid, SECONDS)
        for grid in grids[: min(PLAIN_GRIDS, LONG_GRIDS)]
    ]
    text = report([quick, quick_ida, long, ida], walks, heuristics)
    print(text)
    write_section("slide", text)


HEURISTIC_HEADER = ("heuristics", "root bound", "M nodes", "seconds", "fewer nodes")
WALK_HEADER = ("solution length", "grids", "proven", "mean seconds to proof", "worst")
HEADER = ("search", "after", "grids", "mean length", "worst", "mean lower bound", "mean gap")


def ahead(ours: list[JsonObject], plain: list[JsonObject]) -> str:
    cells = []
    for number, (seconds, _, _) in enumerate(plain[0]["marks"]):
        pairs = list(zip(ours, plain, strict=False))
        least = [row["marks"][number][2] - other["marks"][number][2] for row, other in pairs]
        no_worse = sum(difference >= 0 for difference in least)
        cells.append(f"after {seconds:.0f} s {no_worse} of {len(least)} (by {np.mean(least):+.2f})")
    return ", ".join(cells)


def report(
    measured: list[list[JsonObject]], walks: list[list[str]], heuristics: list[list[str]]
) -> str:
    quick, quick_ida, long, ida = measured
    same = f"the same first {len(ida)}"
    lines = summary("anytime, all grids", quick)
    lines += summary("plain IDA*, all grids", quick_ida)
    lines += summary("anytime", long)
    lines += summary(f"anytime, {same}", long[: len(ida)])
    lines += summary(f"plain IDA*, {same}", ida)
    proven = sum(row["marks"][-1][1] == row["marks"][-1][2] for row in long)
    return "\n".join(
        [
            "## The slide variant",
            "",
            machine(),
            "Command: `python -m benchmarks slide`.",
            "",
            "Random rule-valid start grids (seeded), one thread, seconds of its processor time,",
            "the grid's own tables included; compilation, and the tables that all grids of these",
            "counts share (0.3 s), not; a node is an expansion. Machines that are shared would",
            "make wall time a measure of their other users.",
            "",
            table(HEADER, lines),
            "",
            "Grids on which the proven bound is at least plain IDA*'s (mean lead in moves):",
            f"{ahead(quick, quick_ida)}; {ahead(long, ida)}.",
            f"Proven optimal within {SECONDS[-1]:.0f} s: {proven} of {len(long)}.",
            "",
            *partial_note(len(long)),
            f"{len(WALKS)} random walks of 110 to 190 slides away from solved grids, by",
            f"`solve(grid, rule='slide')` within {WALK_LIMIT_S:.0f} s of wall time; the length is",
            "that of the best solution, which is not the shortest where it is not proven:",
            "",
            table(WALK_HEADER, walks),
            "",
            f"To exhaust every bound up to {HEURISTIC_BOUND} on the first {HEURISTIC_GRIDS} grids,",
            "on average:",
            "",
            table(HEURISTIC_HEADER, heuristics),
            "",
            TRIED,
        ]
    )


def partial_note(long_grids: int) -> list[str]:
    if long_grids >= GRIDS:
        return []
    return [
        f"Only {long_grids} of the {GRIDS} grids ran for a minute here: no measure of the mean.",
        "Without `SLIDE_LONG_GRIDS` the command measures all of them, an hour of processor time.",
        "",
    ]


TRIED = """\
What else was tried, measured once with prototypes that are not kept (M: million nodes):

| idea, on which instances | outcome | kept |
|---|---|---|
| prices learned from 64 states met in the search, next to the root's, fourth to sixth grid, \
bounds 49, 50, 52 | 2.4, 7.5, 2.0 M in 0.11, 0.31, 0.09 s, against 9.0, 14.5, 11.4 M in 0.36, \
0.58, 0.49 s with the root's and unpriced | no longer: half the nodes of a \
bound, less than one move of the bound |
| a third heuristic, learned from the states that those two leave | 1.9, 6.2, 1.4 M in 0.09, \
0.31, 0.06 s | no: little, and another 0.2 s to build |
| two heuristics learned from two clusters of states, fourth and fifth grid | 2.5, 6.5 M in 0.10, \
0.28 s; with the root's 2.0, 5.8 M in 0.09, 0.27 s | no: likewise |
| total moves, which know the empty spot, prune the proof search too | would have pruned 95% and \
42% of the states met in two scrambles of 38 and 41 moves, 2% of those met from a \
random start grid; the scramble of 38 took 39 M in 2.7 s instead of 625 M in 38 s, beams \
included | no longer: nothing for random start grids |
| prefetching: the beam asks for its tables' memory a block of parents ahead, width 2^20 | 11.0 M \
a second instead of 4.8 M: without it and a second \
heuristic in proofs 65.8 and 64.4 moves after 1 and 5 s, 65.3 and 63.1 with both, bounds 50.0 and \
50.2, 50.3 and 51.0 (first 12 grids) | no longer: below 3% and two moves |
| random order among children of equal rank in a beam, 400 grids, width 4,096 | 68.16 moves; \
68.18 without it (difference 0.02, standard error 0.02), in 0.94 of the time | no |
| no booth that could have gone there itself where another of its color has just gone, IDA* for \
jumps, 30 grids (slides have no such moves) | 15.0 M in 3.2 s, 19.7 M in 4.4 s without it | yes |
| transposition table (exact, 4 thousand to 4 million places), first grid, bound 51 | 5.2 to 4.6 M \
against 5.6 M, but 0.25 to 0.34 s against 0.25 s: only 12% of the paths of 12 moves end where \
another does | no |
| pattern database that knows the empty spot, a color of 4 on 5 x 6 | all but 1,100 of 29,539 \
states as before; 0.006 moves better with the empty spot anywhere | no |
| pattern databases of two colors | 8 x 10^10 placements of two colors of 6: no memory holds them; \
prices are what is left of the idea | no |
| perimeter, bidirectional search | not built: 33 million solved positions are the perimeter of \
radius 0, and each further move more than doubles it to win one move | no |

How beams rank, mean length on the first 16 grids at widths 4,096 and 32,768: unpriced 69.4 and
66.9; root's prices alone 75.3 and 68.4; both 1:1 68.6 and 65.8, 1:2 68.4 and 65.9, 3:1 69.9 and
66.7; prices learned along a beam 69.2 and 66.3, with unpriced 68.8 and 66.6. Unpriced distances to
the power 0.7 or 1.4 change nothing beyond chance (66.4 and 65.7 at the larger width).

The total moves of any booths, which know the empty spot, on 100 other grids: root's prices and they
at widths 4,096, 16,384 and 32,768 67.9, 66.6 and 66.1, against 69.9, 68.2 and 67.4 for root's
prices and unpriced 1:1. At width 16,384 their weight changes little from 3/8 to 6/8 of a move
(66.6 to 66.7; 66.9 at 2/8). Moves of other booths at half weight, 60 grids, width 8,192: 67.6
against 67.5; at an eighth 68.5. Prices in these tables too, 40 grids: 65.8 against 66.0, and
most of a second a grid to build. Wider beams for early layers than for late ones are up to 0.6
moves worse than one width at equal expansions, narrower ones at most 0.1 better. The best of two
beams of different ranking is about 0.3 moves worse than one of twice the width.
Kept: root's prices and unpriced 1:1. Total moves shorten solutions by less than 3%.

Goals as centers: a spot of a region outside the place that a known goal gives the color costs a
penalty. On 20 other grids, from what was found after a second (mean 66.8), one more beam of width
8,192 and 32,768, mean of the better of the two lengths: penalty 2/8 of a move 66.6 and 65.7, 4/8
66.1 and 65.7, 8/8 66.2 and 65.6, 16/8 66.1 and 65.7. Beams of at most 262,144 around ever new
goals of the best solutions, half of the time building tables, on all 50 grids and a machine 1.4
times as slow: 65.5, 64.4 and 63.8 after 1, 10 and 60 s (plain beams there 67.8 and 66.2 after 1
and 10 s), bound 55.4 after 60 s, and no scramble of 39 moves proven in 10 s. Not kept: half a
gigabyte instead of 1.2, but no clear gain in length, and proofs fall behind. Two such searches of
200 s, on two other grids, ended at 66 and 66, where beams of up to four million states are after
60 s: both ways seem near the optimum. Backward beams, eight grids at width 65,536: up to 7 moves
worse than forward from the 65 thousand goals of least distance, and up to 3 from those that a beam
met."""
