"""Processes that work for this one: they never see its signals, and never outlive it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from chatuchak_solver.errors import WorkersLostError
from chatuchak_solver.execution.processes import in_order, in_processes

SCRIPT = """
import signal, time
from chatuchak_solver.execution.processes import in_processes
pressed = []
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, lambda *_: pressed.append(True))
print("ready", flush=True)
for _ in in_processes(time.sleep, [0.01] * 10**6, workers=4, should_stop=lambda: bool(pressed)):
    pass
"""


def test_every_item_is_done_once() -> None:
    found = in_processes(abs, range(-30, 0), workers=2, should_stop=lambda: False)
    assert sorted(found) == list(range(1, 31))
    assert multiprocessing.active_children() == []


def test_values_wait_for_their_predecessors_and_are_returned_after_a_gap() -> None:
    rest: list[dict[int, str]] = []

    def values() -> Iterator[str]:
        rest.append((yield from in_order([(1, "b"), (0, "a"), (4, "e"), (2, "c"), (6, "g")])))

    assert list(values()) == ["a", "b", "c"]
    assert rest == [{4: "e", 6: "g"}]


def test_work_is_stopped_in_the_middle() -> None:
    began = time.monotonic()
    assert list(in_processes(time.sleep, [60], workers=1, should_stop=lambda: True)) == []
    answers = iter([False, False, True])
    assert list(in_processes(time.sleep, [60], workers=1, should_stop=lambda: next(answers))) == []
    assert time.monotonic() - began < 30
    assert multiprocessing.active_children() == []


def test_a_stopped_pool_leaves_the_processes_of_another_alone() -> None:
    pools = [
        in_processes(time.sleep, [0, 0.5], workers=1, should_stop=lambda: False) for _ in range(2)
    ]
    assert list(map(next, pools)) == [None, None]
    pools.pop(0).close()  # type: ignore[attr-defined]
    assert list(*pools) == [None]


def test_a_process_that_dies_is_reported_in_one_line() -> None:
    with pytest.raises(WorkersLostError, match="ended before its work was done"):
        list(in_processes(os._exit, [1], workers=1, should_stop=lambda: False))


def test_a_process_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing.context.SpawnProcess, "start", lambda _: os.stat("no file"))
    with pytest.raises(FileNotFoundError):
        list(in_processes(abs, [1], workers=1, should_stop=lambda: False))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.parametrize(
    ("name", "delay_s"),
    [*(("SIGINT", t) for t in (0.0, 0.1, 0.2, 0.3, 0.45, 0.6)), ("SIGTERM", 0.6), ("SIGHUP", 0.6)],
)
def test_signals_while_processes_start_print_no_traceback(name: str, delay_s: float) -> None:
    # They are sent to all processes of the group, also to those just starting.
    program = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    time.sleep(delay_s)
    os.killpg(program.pid, signal.Signals[name])
    _, errors = program.communicate(timeout=60)
    assert (program.returncode, errors) == (0, "")
