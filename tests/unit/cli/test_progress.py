"""Progress on standard error, with a clock and a stream of the test's own."""

from __future__ import annotations

import io

import pytest

from chatuchak_cli.shared.progress import (
    ItemProgress,
    SearchProgress,
    clock_time,
    item_line,
    search_line,
)
from chatuchak_solver.run import Progress

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


def test_a_search_is_told_in_one_line() -> None:
    assert search_line(STATE) == ("lower bound 19, best 22, 1.2 M nodes, 617.3 k nodes/s, 2.0 s")
    nothing = Progress(work=7, seconds=0.0, bound=3)
    assert search_line(nothing).startswith("lower bound 3, best none yet, 7 nodes, ")


def test_a_stream_is_told_with_the_time_left() -> None:
    assert item_line(250, 1000, "grids", 5.0) == (
        "[#####---------------] 250 of 1,000 grids, 25%, 50/s, 0:15 left"
    )
    assert item_line(5000, None, "grids", 4.0) == "5,000 grids, 1,250/s, 0:04"
    assert item_line(0, 10, "grids", 1.0).endswith("0/s, ? left")
    assert item_line(0, 0, "grids", 1.0).startswith("[####################] 0 of 0")


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (3753, "1:02:33")]
)
def test_times(seconds: float, text: str) -> None:
    assert clock_time(seconds) == text


def test_a_terminal_gets_one_line_after_half_a_second(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    stream = stderr(monkeypatch, terminal=True)
    with SearchProgress(clock=clock) as progress:
        clock.now += 0.4
        progress(STATE)
        assert stream.getvalue() == ""
        clock.now += 0.2
        progress(STATE)
        assert stream.getvalue() == ERASE + search_line(STATE)[:79]
        clock.now += 0.05
        progress(STATE)
        assert stream.getvalue().count(ERASE) == 1
        clock.now += 0.1
        progress(STATE)
        assert stream.getvalue().count(ERASE) == 2
    assert stream.getvalue().endswith(ERASE)
    assert "\n" not in stream.getvalue()


def test_a_log_gets_ever_fewer_lines(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    stream = stderr(monkeypatch, terminal=False)
    with SearchProgress(clock=clock) as progress:
        for _ in range(200):
            clock.now += 0.1
            progress(STATE)
    # After 2, 4, 8 and 16 of the 20 seconds.
    assert stream.getvalue() == f"{search_line(STATE)}\n" * 4


def test_a_bar_waits_two_seconds_and_keeps_out_of_logs(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    stream = stderr(monkeypatch, terminal=True)
    with ItemProgress(10, "grids", clock=clock) as progress:
        clock.now += 1.9
        progress.advance()
        assert stream.getvalue() == ""
        clock.now += 0.6
        progress.advance(4)
        assert "5 of 10 grids, 50%, 2/s, 0:02 left" in stream.getvalue()
        progress.erase()
        assert stream.getvalue().endswith(ERASE)
    log = stderr(monkeypatch, terminal=False)
    with ItemProgress(10, "grids", clock=clock) as progress:
        clock.now += 60
        progress.advance(9)
    assert log.getvalue() == ""


def test_nothing_is_erased_that_was_not_drawn(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    stream = stderr(monkeypatch, terminal=True)
    with SearchProgress(clock=clock) as progress:
        progress.erase()
    assert stream.getvalue() == ""
