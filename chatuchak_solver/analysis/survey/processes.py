"""Running a survey in processes of this machine: no lock of the interpreter is shared.

Threads are enough while cores are idle, but where other programs compete for them, a thread that
is put aside while it holds the interpreter's lock holds up all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from chatuchak_solver.analysis.survey.chunk import Chunk, SolvedChunk, SurveyPlan, solve_chunk
from chatuchak_solver.errors import WorkersLostError
from chatuchak_solver.processes import in_processes
from chatuchak_solver.run import Run, count_workers

AFTER_LOSS: Final = "; what is written stays, --resume goes on"
"""What to say after that a worker was lost."""


class ProcessRunner:
    """Solves chunks in processes of this machine; each takes half a second to start.

    The processes are spawned, so that a script that uses this needs the usual guard
    ``if __name__ == "__main__":``. They end with this one, however that ends.

    Parameters
    ----------
    workers
        The number of processes; all usable cores by default.

    Raises
    ------
    InputError
        As `chatuchak_solver.run.count_workers`.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers: int = count_workers(workers)

    def __call__(
        self, plan: SurveyPlan, chunks: Iterable[Chunk], run: Run
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``run`` must.

        Raises
        ------
        WorkersLostError
            If a process ended before its chunk was solved.
        """
        work = partial(solve_chunk, plan)
        try:
            for solved in in_processes(work, chunks, workers=self.workers, must_end=run.must_end):
                if solved is not None:
                    yield solved
        except WorkersLostError as error:
            raise WorkersLostError(f"{error}{AFTER_LOSS}") from None
