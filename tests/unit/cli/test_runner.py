"""Long jobs: progress on standard error, and one message and exit code at the end."""

import io
import signal
from typing import Any

import pytest

from chatuchak_cli.shared.runner import ExitCode, Job, clock_time, exit_code, long_job
from chatuchak_solver.execution.limits import Progress, Stop, StopReason


def test_the_exit_code_follows_from_why_a_job_ended() -> None:
    codes = {reason: int(exit_code(reason)) for reason in StopReason}
    assert (exit_code(None), codes.pop(StopReason.INTERRUPT)) == (0, 130)
    assert set(codes.values()) == {3}


def test_finished_work_is_reported_after_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    with long_job() as job:
        job.end(StopReason.INTERRUPT, after="3 games")
    assert capsys.readouterr().err == "interrupted after 3 games\n"


def test_a_job_ends_at_its_limits_and_at_ctrl_c() -> None:
    with long_job(Stop(time_s=5, work=7)) as job:
        assert (job.stop.time_s, job.stop.work, job.interrupted) == (5, 7, None)
        run = job.stop.begin()
        assert not run.should_stop()
        signal.raise_signal(signal.SIGINT)
        assert run.should_stop()
        assert run.stopped_by is job.interrupted is StopReason.INTERRUPT
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_defect_is_no_bad_input() -> None:
    assert ExitCode.DEFECT not in {exit_code(reason) for reason in (None, *StopReason)}
    assert (ExitCode.DEFECT, ExitCode.BAD_INPUT) == (70, 2)


STATE = Progress(work=1_234_567, seconds=2.0, best=22, bound=19)
ERASE = "\r\x1b[2K"


class Clock:
    """A clock that the test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Stream(io.StringIO):
    """Standard error that is a terminal, or is not."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def clock() -> Clock:
    return Clock()


def stderr(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> Stream:
    stream = Stream(terminal=terminal)
    monkeypatch.setattr("sys.stderr", stream)
    return stream


def test_the_progress_of_a_search_is_one_line() -> None:
    line = Job().line(STATE)
    assert line == "best 22, lower bound 19, 1.2 M nodes, 617.3 k nodes/s, 0:02"
    assert Job(Stop(time_s=12)).line(STATE) == f"{line}, at most 0:10 left"
    without_solution = Progress(work=7, seconds=0.0, bound=3)
    assert Job().line(without_solution).startswith("best none yet, lower bound 3, 7 nodes, ")


def test_the_progress_of_a_plan_has_its_phase() -> None:
    state = Progress(work=2000, seconds=4.0, phase="annealing", best=60, bound=71)
    assert Job(bound="at most {} possible").line(state) == (
        "best 60, at most 71 possible, annealing, 2.0 k nodes, 500 nodes/s, 0:04"
    )


def test_counted_work_has_the_remaining_time() -> None:
    state = Progress(work=250, seconds=5.0, total=1000)
    line = "[#####---------------] 250 of 1,000 grids, 25%, 50/s, "
    for limit_s, left in ((None, "0:15"), (60, "0:15"), (7, "at most 0:02")):
        assert Job(Stop(time_s=limit_s), unit="grids").line(state) == f"{line}{left} left"
    slow = Progress(work=1, seconds=4.3, total=4)
    assert ", 25%, 0.2/s, 0:13 left" in Job(unit="grids").line(slow)
    none = Progress(work=0, seconds=1.0, total=0)
    assert Job(unit="grids").line(none).startswith("[####################] 0 of 0 grids, 100%")


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (3753, "1:02:33")]
)
def test_times(seconds: float, text: str) -> None:
    assert clock_time(seconds) == text


def test_terminals_get_a_line_in_half_a_second(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    stream = stderr(monkeypatch, terminal=True)
    with long_job(clock=clock) as progress:
        clock.now += 0.4
        progress.show(STATE)
        assert stream.getvalue() == ""
        clock.now += 0.2
        progress.show(STATE)
        assert stream.getvalue() == ERASE + progress.line(STATE)[:79]
        clock.now += 0.05
        progress.show(STATE)
        assert stream.getvalue().count(ERASE) == 1
        clock.now += 0.1
        progress.show(STATE)
        assert stream.getvalue().count(ERASE) == 2
    assert stream.getvalue().endswith(ERASE)
    assert "\n" not in stream.getvalue()


def test_a_log_gets_ever_fewer_lines(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    stream = stderr(monkeypatch, terminal=False)
    with long_job(clock=clock) as progress:
        for _ in range(200):
            clock.now += 0.1
            progress.show(STATE)
    # After 2, 4, 8 and 16 of the 20 seconds.
    assert stream.getvalue() == f"{progress.line(STATE)}\n" * 4


def test_bar_appears_late_and_not_in_logs(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    labels: Any = {"unit": "grids", "total": 10, "streams": True}
    stream = stderr(monkeypatch, terminal=True)
    with long_job(**labels, clock=clock) as progress:
        clock.now += 1.9
        progress.count(1)
        assert stream.getvalue() == ""
        clock.now += 0.6
        progress.count(4)
        assert "5 of 10 grids, 50%, 2/s, 0:02 left" in stream.getvalue()
        progress.erase()
        assert stream.getvalue().endswith(ERASE)
    log = stderr(monkeypatch, terminal=False)
    with long_job(**labels, clock=clock) as progress:
        clock.now += 60
        progress.count(9)
    assert log.getvalue() == ""


def test_only_a_drawn_line_is_erased(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    stream = stderr(monkeypatch, terminal=True)
    with long_job(clock=clock) as progress:
        progress.erase()
    assert stream.getvalue() == ""
