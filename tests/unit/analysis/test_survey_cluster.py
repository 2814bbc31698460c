"""Surveys on a real cluster, on loopback, and addresses of clusters."""

import asyncio
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path

import pytest

from chatuchak_generators.start_grids import StartGridSource
from chatuchak_solver import InputError, WorkersLostError
from chatuchak_solver.analysis.survey.run import SurveyPlan, run_survey
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.execution.cluster import Cluster, check_address
from tests.dask_cluster import OneCluster

pytest.importorskip("distributed")

# Comm errors of a worker that is killed on purpose are logged, and dask leaves sockets to the end.
pytestmark = pytest.mark.filterwarnings("default")

PLAN = SurveyPlan(StartGridSource(9))


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer than in earnest: tests run on machines that are busy with other tests."""
    monkeypatch.setattr("chatuchak_solver.execution.cluster.CONNECT_S", 90)


def test_lost_scheduler_is_reported_and_file_remains(
    one_cluster: OneCluster, tmp_path: Path
) -> None:
    address, processes = one_cluster.with_workers(1)
    with Cluster(address) as runner, SurveyStore.create(tmp_path / "s", PLAN.describe()) as store:
        with pytest.raises(WorkersLostError, match="the connection to the cluster was lost"):
            run_survey(
                PLAN, store, 3000, largest_chunk=10, spread=runner.each,
                on_progress=lambda _: processes[-1].kill(),
            )  # fmt: skip
        # Chunks arrive in any order: only whole ones are written, and the rest is added.
        numbers = [row.number for row in store.rows()]
        assert 0 < len(numbers) < 3000
        begun = sorted({number // 10 for number in numbers})
        assert numbers == [10 * chunk + place for chunk in begun for place in range(10)]
        wanted = numbers[-1] + 11
        run_survey(PLAN, store, wanted, largest_chunk=10)
        assert [row.number for row in store.rows()] == list(range(wanted))


@pytest.mark.parametrize(
    "address",
    ["nonsense://x", "tcp://x", "x", "", "tcp://:8786", "tcp://127.0.0.1:0", "tcp://127.0.0.1:99999",
     "tcp://a b:1", "http://127.0.0.1:8786", "tcp://127.0.0.1:8786/", "tcp://\x1b[2J:1", "a:b:c",
     "tcp://127.0.0.1:8786\nx"],
)  # fmt: skip
def test_malformed_addresses_are_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(InputError, match="expected tcp://HOST:PORT") as caught:
        Cluster(address)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tls://localhost:8786", "[::1]:8786"])
def test_good_addresses_pass(address: str) -> None:
    check_address(address)


class Client:
    """A client without a cluster."""

    status = "running"

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error

    def get_executor(self, **_: bool) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(1)

    def nthreads(self) -> dict[str, int]:
        if self.error is not None:
            raise self.error
        return {"worker": 1}


def runner_of(client: Client) -> Cluster:
    runner = object.__new__(Cluster)
    runner._client = client
    return runner


@pytest.mark.parametrize(
    "error",
    [OSError("gone"), TimeoutError(), CancelledError("x"), asyncio.CancelledError(),
     RuntimeError("IOLoop is closed")],
)  # fmt: skip
def test_errors_of_dask_are_one_line(error: BaseException, tmp_path: Path) -> None:
    # The message depends on the moment.
    with (
        SurveyStore.create(tmp_path / "s", PLAN.describe()) as store,
        pytest.raises(WorkersLostError, match="stored chunks remain: --resume continues"),
    ):
        run_survey(PLAN, store, 1, spread=runner_of(Client(error)).each)


def test_errors_of_the_caller_are_not_reported_as_a_lost_connection() -> None:
    def fail(*_: object) -> bool:
        raise OSError("disk full")

    runner = runner_of(Client())
    with pytest.raises(OSError, match="disk full"):
        list(runner.each(str, [1], should_stop=fail))
    with pytest.raises(OSError, match="disk full"):
        list(runner.each(str, map(fail, [1]), should_stop=lambda: False))
