"""Simulated annealing over layouts: good stands in a fraction of a second, without proof."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from chatuchak_solver.stand.kernels.annealing import anneal
from chatuchak_solver.stand.kernels.tables import CENTER, ILLEGAL
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import StandProblem, layout_of
from chatuchak_solver.stand.stand import Stand

HOT: Final = 0.7
COLD: Final = 0.25
"""First and last temperature of a run, in points."""

RUN_TEMPERATURES: Final = 1_000
SLICE_TEMPERATURES: Final = 50
STEPS_A_TEMPERATURE: Final = 1_000
"""A run has a million proposals (half a second), a slice of it 50,000."""

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
        self.runs: int = 0
        self.evaluated: int = 0
        self._slice = RUN_TEMPERATURES if short else SLICE_TEMPERATURES
        self._steps = max(1, STEPS_A_TEMPERATURE // SHORT) if short else STEPS_A_TEMPERATURE
        cooling = np.geomspace(HOT, COLD, RUN_TEMPERATURES - 1)
        self._temperatures = np.append(np.inf, cooling)
        self._at = 0
        # One pile; the first card is at the center.
        layout = np.full((len(problem.cards), 4), CENTER, dtype=np.int64)
        layout[:, 0], layout[:, 1] = range(len(layout)), 0
        layout[: len(laid)] = layout_of(laid, range(len(laid)))
        self._best = layout.copy()
        self._scores = np.array([ILLEGAL, ILLEGAL], dtype=np.int64)
        state = np.random.default_rng(seed).integers(1, 2**63, size=1, dtype=np.uint64)
        self._args = (
            *(problem.arrays(), not problem.fixed_order, len(laid)),
            *(layout, self._best, self._scores, state),
        )

    @property
    def total(self) -> int:
        """The best total so far."""
        return int(self._scores[1])

    def stand(self) -> Stand:
        """Return the best stand so far."""
        return self.problem.lay(self._best)

    def advance(self, target: int) -> None:
        """Anneal through one slice, about 20 ms; stop early once `total` reaches ``target``."""
        if self.short:
            self._scores[:] = ILLEGAL
        temperatures = self._temperatures[self._at : self._at + self._slice]
        self.evaluated += anneal(*self._args, temperatures, self._steps, target)
        self._at += self._slice
        if self._at >= len(self._temperatures):
            self._at = 0
            self.runs += 1
