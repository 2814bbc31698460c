"""A real cluster for tests: a scheduler process and worker processes on loopback."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

SETTINGS = {
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "20s",
    # The default intervals would take more processor time than the tests.
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "2s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "10s",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **SETTINGS},
    )


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class OneCluster:
    """A cluster shared by many tests, with a variable number of workers."""

    def __init__(self) -> None:
        self._address = ""
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._workers: list[subprocess.Popen[bytes]] = []

    def with_workers(self, count: int) -> tuple[str, list[subprocess.Popen[bytes]]]:
        """Return a scheduler's address, and the processes of ``count`` workers and the scheduler.

        Replaces processes killed by earlier tests.
        """
        if self._scheduler is None or self._scheduler.poll() is not None:
            self.end()
            port = free_port()
            self._address = f"tcp://127.0.0.1:{port}"
            self._scheduler = start("distributed.cli.dask_scheduler", "--host", "127.0.0.1",
                                    "--port", str(port), "--no-dashboard", "--no-show")  # fmt: skip
        living = [worker for worker in self._workers if worker.poll() is None]
        end_all(living[count:])
        self._workers = living[:count]
        self._workers += [
            start("distributed.cli.dask_worker", self._address, "--host", "127.0.0.1", "--nthreads",
                  "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
            for _ in range(count - len(self._workers))
        ]  # fmt: skip
        port = int(self._address.rpartition(":")[2])
        until(lambda: answers(port))
        return self._address, [*self._workers, self._scheduler]

    def end(self) -> None:
        end_all(self._workers)
        if self._scheduler is not None:
            end_all([self._scheduler])
        self._workers = []


def end_all(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait(30)


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
        return True
    return False


def until(condition: Callable[[], bool], seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
