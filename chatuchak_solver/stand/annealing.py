"""Simulated annealing over layouts: good stands in a fraction of a second, without proof."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.stand.kernels.annealing import anneal
from chatuchak_solver.stand.kernels.tables import CENTER, ILLEGAL
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.stand import Stand

HOT: Final = 0.7
COLD: Final = 0.25
"""First and last temperature of a run, in points."""

RUN_TEMPERATURES: Final = 1_000

SLICE_TEMPERATURES: Final = 50
STEPS_A_TEMPERATURE: Final = 1_000
"""The first run has a million proposals (half a second), a slice of it 50,000."""

LATER_RUNS: Final = 3
"""Later runs are three times as long: they find stands that short ones miss."""

SHORT: Final = 20
"""Short runs per long run, for many different stands to repair."""


class Annealer:
    """Sequential annealing runs from random layouts, in slices.

    Parameters
    ----------
    laid
        The fixed first cards; only in fixed order.
    short
        Whether all runs are short: one slice each, with its own best stand.

    Attributes
    ----------
    total
        The best total, for short runs that of the last one; valid after the first slice.
    evaluated
        Layouts scored so far.
    """

    def __init__(
        self,
        problem: StandProblem,
        seed: int,
        laid: Sequence[Placement] = (),
        *,
        short: bool = False,
    ) -> None:
        self.problem = problem
        self.short = short
        self._steps = max(1, STEPS_A_TEMPERATURE // SHORT) if short else STEPS_A_TEMPERATURE
        self._slice = SLICE_TEMPERATURES * SHORT if short else SLICE_TEMPERATURES
        self.runs: int = 0
        self.evaluated: int = 0
        self._arrays = problem.arrays()
        self._layout = np.zeros((len(problem.cards), 4), dtype=np.int64)
        self._layout[:, 0] = np.arange(len(problem.cards))
        # One pile; the first card is at the center.
        self._layout[:, 2:] = CENTER
        self._laid = len(laid)
        for slot, at in enumerate(laid):
            place = at.y - laid[0].y + CENTER, at.x - laid[0].x + CENTER
            self._layout[slot, 1:] = (at.rotation // 90, *place)
        self._best = self._layout.copy()
        self._scores = np.array([ILLEGAL, ILLEGAL], dtype=np.int64)
        rng = np.random.default_rng(seed)
        self._state = rng.integers(1, 2**63, size=1, dtype=np.uint64)
        self._temperatures = _schedule(RUN_TEMPERATURES)
        self._at = 0

    @property
    def total(self) -> int:
        """The best total so far."""
        return int(self._scores[1])

    def stand(self) -> Stand:
        """Return the best stand so far."""
        return self.problem.lay(self._best)

    def advance(self, target: int) -> None:
        """Anneal through one slice, about 20 ms; stop early once `total` reaches ``target``."""
        if self.short and self._at == 0:
            self._scores[:] = ILLEGAL
        self.evaluated += anneal(
            self._arrays.turned,
            self._arrays.cover,
            self._arrays.contact,
            self._arrays.opponents_mask,
            self._arrays.own_goods,
            not self.problem.fixed_order,
            self._laid,
            self._layout,
            self._best,
            self._scores,
            self._state,
            self._temperatures[self._at : self._at + self._slice],
            self._steps,
            target,
        )
        self._at += self._slice
        if self._at >= len(self._temperatures):
            self._temperatures = _schedule((1 if self.short else LATER_RUNS) * RUN_TEMPERATURES)
            self._at = 0
            self.runs += 1


def _schedule(temperatures: int) -> Float64s:
    return np.append(np.inf, np.geomspace(HOT, COLD, temperatures - 1))
