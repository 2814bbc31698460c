"""One way to stop, to report progress and to count cores."""

import importlib
import math
import os
import time
from dataclasses import replace

import numba
import pytest

from chatuchak_solver.execution.limits import (
    MAX_WORKERS,
    Progress,
    Run,
    Stop,
    StopReason,
    count_workers,
)
from chatuchak_solver.kernels.compilation import compiling, seconds_compiling


class Clock:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_job_without_limits_does_not_stop() -> None:
    run = Stop().begin()
    assert not run.should_stop(10**18)
    assert run.stopped_by is None
    assert run.seconds_left == math.inf
    assert run.work_left(7) is None


def test_a_clock_beside_that_of_compilations_never_runs_backward() -> None:
    clock = Clock()
    run = Stop(time_s=2).begin(clock=clock)
    with compiling():
        assert run.seconds == 0.0


def test_each_limit_stops_a_job_and_reports_the_reason() -> None:
    clock = Clock()
    run = Stop(time_s=2).begin(clock=clock)
    clock.now += 1.5
    assert not run.should_stop()
    assert run.seconds_left == 0.5
    clock.now += 0.5
    assert run.should_stop()
    assert run.stopped_by is StopReason.TIME

    run = Stop(work=3).begin()
    assert not run.should_stop(2)
    assert run.should_stop(3)
    assert run.stopped_by is StopReason.WORK

    run = Stop(interrupt=lambda: True).begin()
    assert run.should_stop()
    assert run.stopped_by is StopReason.INTERRUPT


def test_zero_limits_stop_immediately() -> None:
    assert Stop(time_s=0).begin().should_stop()
    assert Stop(work=0).begin().should_stop()


def test_the_first_reason_holds() -> None:
    pressed = False
    run = Stop(work=1, interrupt=lambda: pressed).begin()
    assert run.should_stop(1)
    pressed = True
    assert run.should_stop(1)
    assert run.stopped_by is StopReason.WORK
    run.end(StopReason.MEMORY)
    assert run.stopped_by is StopReason.WORK


def test_a_job_may_meet_a_reason_of_its_own() -> None:
    run = Stop().begin()
    run.end(StopReason.MEMORY)
    assert run.should_stop()
    assert run.stopped_by is StopReason.MEMORY


def test_joined_stops_apply_the_first_limit() -> None:
    pressed: list[str] = []
    joined = Stop(time_s=5, interrupt=lambda: "a" in pressed) | Stop(
        time_s=9, work=4, interrupt=lambda: "b" in pressed
    )
    assert (joined.time_s, joined.work) == (5, 4)
    assert not joined.begin().should_stop()
    pressed.append("b")
    assert joined.begin().should_stop()
    assert (Stop(work=1) | Stop()) == Stop(work=1) == (Stop() | Stop(work=1))
    alone = Stop(interrupt=lambda: False)
    assert alone | Stop() == alone == Stop() | alone


def test_a_nested_job_has_the_remaining_limits() -> None:
    clock = Clock()
    stop = Stop(time_s=10, work=100, interrupt=lambda: False)
    run = stop.begin(clock=clock)
    clock.now += 4
    assert run.remaining(30) == replace(stop, time_s=6, work=70)
    clock.now += 40
    assert run.remaining(300) == replace(stop, time_s=0, work=0)


def test_progress_estimates_the_time_left_if_possible() -> None:
    assert Progress(work=3, seconds=6, total=5).seconds_left == 4
    assert Progress(work=7, seconds=6, total=5).seconds_left == 0
    assert Progress(work=0, seconds=6, total=5).seconds_left is None
    assert Progress(work=3, seconds=6).seconds_left is None


def test_progress_is_reported_about_twenty_times_a_second() -> None:
    clock, seen = Clock(), list[tuple[str, int]]()
    run = Run(Stop(), clock, lambda progress: seen.append((progress.phase, progress.work)))
    for phase, work in [("a", number) for number in range(1, 101)] + [("b", 1), ("b", 100)]:
        clock.now += 0.01
        run.report(work, 100, phase=phase)
    assert seen == [*(("a", n) for n in (*range(1, 100, 5), 100)), ("b", 1), ("b", 100)]


def test_workers_are_counted_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(3)), raising=False)
    assert count_workers() == 3
    assert count_workers(MAX_WORKERS) == MAX_WORKERS
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(96)), raising=False)
    assert count_workers(96) == 96


def test_a_job_that_counts_other_work_ends_with_the_one_around_it() -> None:
    outer = Stop(work=5).begin()
    inner = outer.inside().begin()
    assert not inner.should_stop(1_000)
    assert outer.should_stop(5)
    assert inner.should_stop()
    assert (inner.stopped_by, outer.stopped_by) == (StopReason.INTERRUPT, StopReason.WORK)


def test_preparing_takes_time_but_is_no_work() -> None:
    """Tables are built for any work limit, as long as time remains."""
    now = [0.0]
    run = Stop(time_s=2, work=0).begin(clock=lambda: now[0])
    assert not run.should_stop(None)
    now[0] = 2.0
    assert run.should_stop(None)
    assert run.stopped_by is StopReason.TIME
    assert Stop(work=0).begin().should_stop(0)


def test_time_limits_do_not_count_compilation() -> None:
    run = Run(Stop(time_s=0.05))
    with compiling():
        time.sleep(0.1)
        with compiling():  # a kernel that a kernel calls
            time.sleep(0.1)
        assert not run.should_stop()
    assert not run.should_stop()
    assert run.seconds < 0.05
    time.sleep(0.06)
    assert run.should_stop()


def test_a_failed_compilation_ends_too() -> None:
    with pytest.raises(ValueError, match="no code"), compiling():
        raise ValueError("no code")
    before = seconds_compiling()
    time.sleep(0.01)
    assert seconds_compiling() == before


@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_numba_reports_the_end_of_a_compilation() -> None:
    importlib.import_module("chatuchak_solver.kernels.numba_internals")  # registers the listener
    before = seconds_compiling()
    assert numba.njit(lambda number: number + 1)(1) == 2
    after = seconds_compiling()
    assert before < after == seconds_compiling()
