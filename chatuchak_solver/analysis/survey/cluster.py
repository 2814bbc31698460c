"""Running a survey on many machines with dask.distributed.

Every worker needs this package. Chunks that a lost worker had are solved again by others; the
store takes each chunk once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from chatuchak_solver.analysis.survey.chunk import Chunk, SolvedChunk, SurveyPlan, solve_chunk
from chatuchak_solver.errors import InputError, SolverError
from chatuchak_solver.run import Run

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["ClusterRunner"]

CONNECT_S = 10
POLL_S = 0.2
LOST = "the connection to the cluster was lost; what is written stays, --resume goes on"
CHUNKS_AHEAD = 2
"""Chunks per thread of the cluster that wait for it, so that none waits for the file."""


class ClusterRunner:
    """Solves chunks on the workers of a dask scheduler; a context manager that disconnects.

    Parameters
    ----------
    address
        The scheduler's address, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    InputError
        If dask.distributed is not installed, or no scheduler answers at the address.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise InputError(
                "a cluster needs dask.distributed; install chatuchak-solver[cluster]"
            ) from None
        self._dask: Any = distributed
        try:
            self._client = self._dask.Client(address, timeout=CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(f"no dask scheduler answers at {address!r}: {reason}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._client.close()

    @property
    def threads(self) -> int:
        """The number of threads that all workers have now."""
        return sum(self._client.nthreads().values())

    def __call__(
        self,
        plan: SurveyPlan,
        chunks: Iterable[Chunk],
        run: Run,
    ) -> Iterator[SolvedChunk]:
        """Yield the solved chunks as they are done; end early once ``run`` must.

        Raises
        ------
        SolverError
            If a chunk failed on the cluster, for example because it ended several workers, or
            the scheduler is gone.
        """
        try:
            yield from self._solved(plan, iter(chunks), run)
        except OSError:
            raise SolverError(LOST) from None

    def _solved(
        self, plan: SurveyPlan, waiting: Iterator[Chunk], run: Run
    ) -> Iterator[SolvedChunk]:
        survey = uuid4().hex
        pending: set[Any] = set()
        try:
            while not run.must_end():
                # Counted anew each time, since workers come and go.
                free = (1 + CHUNKS_AHEAD) * max(1, self.threads) - len(pending)
                for chunk in islice(waiting, max(0, free)):
                    key = f"chatuchak-survey-{survey}-{chunk.first}"
                    pending.add(self._client.submit(solve_chunk, plan, chunk, key=key, pure=False))
                if not pending:
                    return
                try:
                    with self._client.as_current():
                        self._dask.wait(pending, timeout=POLL_S, return_when="FIRST_COMPLETED")
                except TimeoutError:
                    continue
                done = {future for future in pending if future.done()}
                for future in done:
                    solved = self._result(future)
                    # A result that went down with its worker is computed anew.
                    if solved is not None:
                        pending.remove(future)
                        yield solved
        finally:
            if pending:
                with suppress(OSError):
                    self._client.cancel(list(pending))

    def _result(self, future: Any) -> SolvedChunk | None:
        if future.status == "finished":
            try:
                solved: SolvedChunk = future.result(timeout=CONNECT_S)
            except (TimeoutError, self._dask.CancelledError):
                return None
            return solved
        if future.status == "pending":
            return None
        if future.status in ("cancelled", "lost"):
            raise SolverError(LOST)
        error = future.exception()
        if isinstance(error, self._dask.KilledWorker):
            raise SolverError(f"a chunk ended several workers of the cluster: {error}")
        raise SolverError(f"a chunk failed on the cluster: {error}")
