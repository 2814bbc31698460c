"""Running a survey on many machines; the store takes each chunk once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import ClassVar

from chatuchak_solver.analysis.survey.chunk import Chunk, SolvedChunk, SurveyPlan, solve_chunk
from chatuchak_solver.analysis.survey.processes import AFTER_LOSS
from chatuchak_solver.cluster import Cluster
from chatuchak_solver.run import Run


class ClusterRunner(Cluster):
    """Solves chunks on the workers of a dask scheduler; a context manager that disconnects."""

    after_loss: ClassVar[str] = AFTER_LOSS

    def __call__(
        self, plan: SurveyPlan, chunks: Iterable[Chunk], run: Run
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``run`` must.

        Raises
        ------
        WorkersLostError
            If the scheduler is gone, or a chunk ended several workers.
        SolverError
            If a chunk failed on the cluster.
        """
        for solved in self.each(partial(solve_chunk, plan), chunks, must_end=run.must_end):
            if solved is not None:
                yield solved
