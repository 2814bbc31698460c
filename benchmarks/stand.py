"""The market stand's optimizers: next placements, and proven plans.

``python -m benchmarks stand`` measures processor time of one thread, on decks of both kinds. Plans
are appended to ``results/``, so a run can be resumed; delete the file to remeasure.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.report import MeasuredRows, machine, table, write_section
from chatuchak_generators.decks import DeckKind, generate_deck
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.execution.limits import Progress, Stop
from chatuchak_solver.stand.kernels.tables import CENTER
from chatuchak_solver.stand.next_card import NextCard, score_placements
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.plan import plan_stand
from chatuchak_solver.stand.problem import StandProblem, kernel_arrays
from chatuchak_solver.stand.space import GOODS
from chatuchak_solver.stand.stand import Stand

__all__ = ["main"]

SEED = 2026
STANDS = 100
REPEATS = 5
WARM_UP = 999
"""Number of the problem for warming up."""
SHORT_S = 5.0
"""Target time of most proofs of eight cards."""


@dataclass(frozen=True)
class Series:
    """Plans of one kind: number of cards, order, time limit and target."""

    cards: int
    fixed_order: bool
    limit_s: float
    plans: int
    target: str

    @property
    def label(self) -> str:
        return f"{self.cards} cards, {'fixed' if self.fixed_order else 'free'} order"


SERIES = (
    *(Series(cards, True, 2.0, 25, "proven in 2 s") for cards in (2, 3, 4)),
    *(Series(cards, True, 30.0, 25, "proven in 30 s") for cards in (5, 6)),
    Series(8, True, 120.0, 50, "85% in 5 s, 95% in 120 s, mean gap 1%"),
    Series(8, False, 120.0, 50, "85% in 5 s, mean gap 1%"),
)


def problem_of(kind: DeckKind, series: Series, number: int) -> StandProblem:
    deck = list(generate_deck(SEED + number, kind=kind))
    rng = np.random.default_rng([SEED, number, series.cards, series.fixed_order])
    cards = tuple(deck[card] for card in rng.permutation(len(deck))[: series.cards])
    announced = tuple(GOODS[good] for good in sorted(rng.permutation(len(GOODS))[:2]))
    return StandProblem(cards, series.fixed_order, announced)


def run_plan(problem: StandProblem, limit_s: float) -> JsonObject:
    start = time.process_time()
    after: list[tuple[int | None, int | None]] = []

    def note(progress: Progress) -> None:
        if not after and time.process_time() - start >= SHORT_S:
            after.append((progress.best, progress.bound))

    plan = plan_stand(
        problem,
        stop=Stop(interrupt=lambda: time.process_time() - start >= limit_s),
        on_progress=note,
    )
    seconds = time.process_time() - start
    return {
        "seconds": seconds,
        "total": plan.total,
        "bound": plan.bound,
        "proof": plan.proof.value,
        "nodes": plan.effort.nodes,
        "short": after[0] if after else (plan.total, plan.bound),
    }


def plan_line(series: Series, kind: DeckKind, rows: list[JsonObject]) -> list[str]:
    seconds = [row["seconds"] for row in rows]
    early = [row["proof"] != "none" and row["seconds"] <= SHORT_S for row in rows]
    proven = [row["proof"] != "none" for row in rows]
    return [
        f"{series.label}, {kind.value}",
        str(len(rows)),
        f"{statistics.median(seconds):.2f}",
        f"{max(seconds):.2f}",
        f"{np.mean(early):.0%}",
        f"{mean_gap([row['short'] for row in rows]):.2%}",
        f"{np.mean(proven):.0%} in {series.limit_s:.0f} s",
        f"{mean_gap([(row['total'], row['bound']) for row in rows]):.2%}",
        series.target,
    ]


def mean_gap(pairs: list[tuple[int, int]]) -> float:
    return float(np.mean([(bound - total) / max(1, abs(total)) for total, bound in pairs]))


def plan_lines() -> list[list[str]]:
    rows = MeasuredRows("stand")
    lines = []
    for series in SERIES:
        for kind in DeckKind:
            found = []
            for number in range(series.plans):
                problem = problem_of(kind, series, number)
                found.append(
                    rows.get(
                        f"{series.label}, {series.limit_s:.0f} s",
                        f"{kind.value} {number}",
                        run_plan,
                        problem,
                        series.limit_s,
                    )
                )
            lines.append(plan_line(series, kind, found))
            print(" | ".join(lines[-1]), flush=True)
    return lines


def random_stands(cards: int) -> Iterator[tuple[Stand, Placement]]:
    for number in range(STANDS):
        kind = list(DeckKind)[number % 2]
        rng = np.random.default_rng([SEED, number, cards])
        deck = list(generate_deck(SEED + number, kind=kind))
        rng.shuffle(deck)
        stand = Stand()
        for card in deck[: cards + 1]:
            choices = stand.legal_placements(card) if len(stand) else [Placement(card, 0, 0, 0)]
            placement = choices[rng.integers(len(choices))]
            if len(stand) < cards:
                stand = stand.place(placement)
        yield stand, placement


def next_card_line(cards: int) -> list[str]:
    kernel_us, whole_us, counts = [], [], []
    for stand, placement in random_stands(cards):
        laid = (*stand.cards, placement.card)
        arrays = kernel_arrays(laid, tuple("SB"), 1)
        layout = np.array(
            [
                (
                    index,
                    card_placement.rotation // 90,
                    CENTER + card_placement.y,
                    CENTER + card_placement.x,
                )
                for index, card_placement in enumerate(stand.placements)
            ],
            dtype=np.int64,
        )
        for _ in range(REPEATS):
            start = time.perf_counter()
            counts.append(len(score_placements(arrays, layout, (cards,))))
            between = time.perf_counter()
            NextCard(stand, (placement.card,), announced=tuple("SB"))
            whole_us.append(1e6 * (time.perf_counter() - between))
            kernel_us.append(1e6 * (between - start))
    return [
        str(cards),
        f"{np.mean(counts):.0f}",
        f"{np.mean(kernel_us):.0f}",
        f"{statistics.median(kernel_us):.0f}",
        f"{np.mean(whole_us):.0f}",
    ]


PLAN_HEADER = (
    "plan",
    "plans",
    "median s",
    "worst s",
    "proven in 5 s",
    "mean gap after 5 s",
    "proven",
    "mean gap",
    "target",
)
NEXT_HEADER = ("cards laid", "placements", "mean µs", "median", "`NextCard` µs")


def main() -> None:
    plan_stand(problem_of(DeckKind.CLUSTERED, SERIES[-1], WARM_UP), stop=Stop(time_s=1.0))
    next_card_line(1)
    nexts = [next_card_line(cards) for cards in (1, 4, 7)]
    print(table(NEXT_HEADER, nexts), flush=True)
    text = report(nexts, plan_lines())
    print(text)
    write_section("stand", text)


def report(nexts: list[list[str]], plans: list[list[str]]) -> str:
    return "\n".join(
        [
            "## The market stand",
            "",
            machine(),
            "Command: `python -m benchmarks stand`.",
            "",
            f"All placements of one card scored, on {STANDS} random stands of both kinds of deck,",
            "microseconds on average; `NextCard` makes ranked Python values of them and scores the",
            "best again by the plain rules. Target: 100.",
            "",
            table(NEXT_HEADER, nexts),
            "",
            "Whole stands, with two goods announced by others, on decks of independent spaces and",
            "clustered ones; seconds of one thread's processor time, compilation excluded. Proofs",
            "hold for any layout. Every stand is rescored by the plain rules.",
            "",
            table(PLAN_HEADER, plans),
        ]
    )
