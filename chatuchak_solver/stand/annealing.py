"""Simulated annealing over layouts: good stands in a fraction of a second, without proof."""

from collections.abc import Sequence

import numpy as np

from chatuchak_solver.stand.kernels.annealing import anneal
from chatuchak_solver.stand.kernels.tables import CENTER, ILLEGAL
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.problem import StandProblem, layout_of
from chatuchak_solver.stand.stand import Stand

HOT = 0.7
COLD = 0.25
"""First and last temperature of a run, in points."""

TEMPERATURES = 1_000
STEPS = 50
"""A run has 50,000 proposals. Many short runs find the best stands as often as a long one."""


class Annealer:
    """Sequential annealing runs from random layouts.

    Parameters
    ----------
    laid
        The fixed first cards; only in fixed order.

    Attributes
    ----------
    runs, evaluated
        Runs and scored layouts so far.
    """

    def __init__(self, problem: StandProblem, seed: int, laid: Sequence[Placement] = ()) -> None:
        self.problem = problem
        self.runs: int = 0
        self.evaluated: int = 0
        cooling = np.geomspace(HOT, COLD, TEMPERATURES - 1)
        self._temperatures = np.append(np.inf, cooling)
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
        """The best total of the last run."""
        return int(self._scores[1])

    def stand(self) -> Stand:
        """Return the best stand of the last run."""
        return self.problem.lay(self._best)

    def run(self, target: int) -> None:
        """Make a run, about 25 ms; stop early once `total` reaches ``target``."""
        self._scores[:] = ILLEGAL
        self.evaluated += anneal(*self._args, self._temperatures, STEPS, target)
        self.runs += 1
