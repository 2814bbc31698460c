"""Jobs on a real cluster, of which a worker is killed: the same as on one core."""

import json
import logging
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import TypeVar

import pytest

from chatuchak_generators import Range, StartGridSource, search_records, start_grid
from chatuchak_generators.order import MadeGrid, Order
from chatuchak_generators.targeted import GenerationJob, make_set, make_to_order
from chatuchak_solver import Board, Executor, InputError, SimulationPlan, rank_tiles, simulate
from chatuchak_solver.execution import cluster
from chatuchak_solver.execution.cluster import Cluster
from chatuchak_solver.execution.limits import Progress, Stop, StopReason
from tests.dask_cluster import OneCluster, until

pytest.importorskip("distributed")

# Comm errors of a worker that is killed on purpose are logged, and dask leaves sockets to the end.
pytestmark = pytest.mark.filterwarnings("default")

T = TypeVar("T")
R = TypeVar("R")

HARD = Order(quality="difficulty", source=StartGridSource(2, (4, 4, 4, 3), Board(4, 4)))
ORDERS: tuple[Callable[[Executor | None], GenerationJob], ...] = (
    lambda spread: make_set([Range(23, 23)] * 3, spread=spread),
    # The hardest random grid has -3.4, so that the cluster evaluates guided searches' grids too.
    lambda spread: make_to_order(1, Range(-3, 100), HARD, spread=spread),
)
PLAN = SimulationPlan("mercado", ("random", "random"), 24, 3)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer than in earnest: tests run on machines that are busy with other tests."""
    monkeypatch.setattr("chatuchak_solver.execution.cluster.CONNECT_S", 90)
    monkeypatch.setattr("chatuchak_solver.execution.cluster.WORKERS_S", 90)


def test_every_job_is_the_same_with_a_worker_killed(one_cluster: OneCluster) -> None:
    grids = [start_grid(4, number).grid for number in range(3)]
    alone = simulate(PLAN, workers=1)
    ranked = rank_tiles(grids, games=10, workers=1)
    records = list(search_records("easiest", seed=3, restarts=9, steps=5, workers=1))
    made = [list(each(None)) for each in ORDERS]
    address, workers = one_cluster.with_workers(3)
    with Cluster(address) as machines:
        until(lambda: machines.threads == 3)

        def kill_one_worker(progress: Progress) -> None:
            if progress.work < PLAN.games and workers[0].poll() is None:
                workers[0].send_signal(signal.SIGKILL)
                workers[0].wait(30)

        together = simulate(PLAN, spread=machines.each, on_progress=kill_one_worker)
        assert workers[0].returncode == -signal.SIGKILL
        assert json.dumps(together.to_dict()) == json.dumps(alone.to_dict())
        again = rank_tiles(grids, games=10, spread=machines.each)
        assert json.dumps(again.to_dict()) == json.dumps(ranked.to_dict())
        search = search_records("easiest", seed=3, restarts=9, steps=5, spread=machines.each)
        assert list(search) == records
        assert search.stopped_by is None
        for each, expected in zip(ORDERS, made, strict=True):
            making = each(machines.each)
            found = [next(making)]
            if workers[1].poll() is None:
                workers[1].send_signal(signal.SIGKILL)
                workers[1].wait(30)
            assert [*found, *making] == expected
        # A search without end takes no more than the cluster asks for.
        endless = search_records(
            "easiest", seed=3, steps=5, spread=machines.each, stop=Stop(work=8)
        )
        assert list(islice(endless, 8)) == records[:8]


class OutOfTurn:
    """Does items here, the last of each handful first."""

    def __call__(
        self, function: Callable[[T], R], items: Iterable[T], *, should_stop: Callable[[], bool]
    ) -> Iterator[R]:
        waiting = iter(items)
        while (handful := list(islice(waiting, 3))) and not should_stop():
            yield from map(function, reversed(handful))


def test_out_of_order_results_are_buffered() -> None:
    expected = list(search_records("hardest", seed=5, restarts=20, steps=2, workers=1))
    spread = OutOfTurn()
    found = search_records("hardest", seed=5, restarts=20, steps=2, spread=spread)
    assert list(found) == expected
    stopped = search_records(
        "hardest", seed=5, restarts=200, steps=2, spread=spread, stop=Stop(work=20)
    )
    assert list(stopped)[:20] == expected
    assert stopped.stopped_by is StopReason.WORK


@pytest.mark.parametrize("work", [None, 250])
def test_targeted_grids_have_the_same_order(work: int | None) -> None:
    def make(spread: Executor | None) -> tuple[list[MadeGrid], int, StopReason | None]:
        making = make_to_order(9, Range(22, 23), workers=1, spread=spread, stop=Stop(work=work))
        return list(making), making.evaluated, making.stopped_by

    assert make(OutOfTurn()) == make(None)


def test_failed_cluster_jobs_yield_no_grid() -> None:
    def gives_up(
        function: Callable[[T], R], items: Iterable[T], *, should_stop: Callable[[], bool]
    ) -> Iterator[R]:
        if not should_stop():
            yield function(next(iter(items)))

    making = make_set([Range(22, 22)] * 60, spread=gives_up, stop=Stop(work=100))
    found = list(making)
    assert 0 < len(found) < 60
    assert making.stopped_by is StopReason.WORK


def test_a_cluster_without_workers_or_library_is_refused(
    one_cluster: OneCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, _ = one_cluster.with_workers(0)
    monkeypatch.setattr("chatuchak_solver.execution.cluster.WORKERS_S", 0.5)
    with pytest.raises(InputError, match=f"has no workers; start one with: dask worker {address}"):
        Cluster(address)
    address, _ = one_cluster.with_workers(1)
    monkeypatch.setattr("chatuchak_solver.execution.cluster.WORKERS_S", 90)
    monkeypatch.setattr("chatuchak_solver.execution.cluster.PROBE", "missing_library:__version__")
    with pytest.raises(InputError, match=r"cannot import chatuchak_solver \(No module.*install"):
        Cluster(address)


def test_messages_are_silenced_until_the_last_cluster_is_closed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    logger = logging.getLogger("distributed")
    logger.addHandler(caplog.handler)
    first, second = ExitStack(), ExitStack()
    with caplog.at_level(logging.INFO, "distributed.worker"):  # a level of its own
        for stack in (first, second):
            stack.enter_context(cluster._without_messages())
        for stack, is_printed in ((first, False), (second, True)):
            stack.close()
            logging.getLogger("distributed.worker").error("lost")
            assert bool(caplog.messages) == is_printed
    logger.removeHandler(caplog.handler)
