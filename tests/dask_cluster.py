"""A real cluster for tests: a scheduler process and worker processes on loopback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

__all__ = ["cluster", "free_port", "until"]


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "20s"},
    )


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start workers and a scheduler, and end them; yield its address, and all in this order."""
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    scheduler = start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port,
                      "--no-dashboard", "--no-show")  # fmt: skip
    started = [
        start("distributed.cli.dask_worker", address, "--host", "127.0.0.1", "--nthreads", "1",
              "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        for _ in range(workers)
    ]  # fmt: skip
    try:
        until(lambda: answers(int(port)))
        yield address, [*started, scheduler]
    finally:
        for process in (*started, scheduler):
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
