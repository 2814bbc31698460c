"""Ctrl-C: in this process by raising the signal, and in real processes."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from fcntl import ioctl
from termios import FIONREAD

import pytest

from chatuchak_cli.shared.output import counted
from chatuchak_cli.shared.runner import Job, interruptible, interrupts_ignored
from chatuchak_generators import generate_start_grids
from chatuchak_solver.puzzle import Grid
from tests.unit.cli.conftest import Chatuchak, PressIn


def started(*arguments: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[str]:
    pipe, command = subprocess.PIPE, (sys.executable, "-m", "chatuchak_cli", *arguments)
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, text=True)


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_during_imports_prints_nothing() -> None:
    program = (
        "import signal, sys; from chatuchak_cli.__main__ import main; sys.addaudithook(lambda _, a:"
        " a[:1] == ('chatuchak_cli.main',) and signal.raise_signal(signal.SIGINT)); main()"
    )
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


def test_last_words_are_not_interrupted() -> None:
    with interrupts_ignored():
        press()
    with pytest.raises(KeyboardInterrupt):
        press()


def test_a_first_press_is_a_request_and_a_second_one_raises() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as interrupt:
        assert not interrupt.requested
        press()
        assert interrupt.requested
        with pytest.raises(KeyboardInterrupt):
            press()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_press_ends_a_wait_for_the_next_item() -> None:
    def items() -> Iterator[int]:
        yield 1
        press()
        raise AssertionError("the wait went on")

    with interruptible() as interrupt:
        assert list(interrupt.until_requested(items())) == [1]
        assert interrupt.requested


def test_an_interrupt_between_items_ends_the_loop() -> None:
    items = []
    with interruptible() as interrupt:
        for item in interrupt.until_requested(range(10)):
            items.append(item)
            if item == 2:
                signal.raise_signal(signal.SIGTERM)
    assert items == [0, 1, 2]


def test_early_end_is_no_interruption(
    chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch
) -> None:
    # click takes an EOFError for Ctrl-D at a prompt.
    def read_past_the_end(*_: object, **__: object) -> None:
        raise EOFError("Ran out of input")

    monkeypatch.setattr("chatuchak_cli.grids.check.command.callback", read_past_the_end)
    assert chatuchak("check", "tile:1").error == "a file or an input ended too early"
    assert "EOFError: Ran out of input" in chatuchak("--debug", "check", "tile:1").err


def test_generate_stops_after_whole_lines(chatuchak: Chatuchak, press_ctrl_c_in: PressIn) -> None:
    press_ctrl_c_in(Job, "count")
    outcome = chatuchak("generate", "-n", 100_000, "--seed", 1)
    assert outcome.code == 130
    lines = outcome.out.splitlines()
    assert 0 < len(lines) < 100_000
    assert all(Grid.parse(line) for line in (*lines[::100], lines[-1]))
    assert f"interrupted after {len(lines):,} grids\n" in outcome.err


def test_many_grids_end_with_searches_under_way(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(Job, "count")
    # Seconds of work, so that no pause of the printing thread lets the searches finish all first.
    grids = [str(start.grid) for start in generate_start_grids(10_000, seed=1)]
    outcome = chatuchak("solve", "-", "--json", stdin="\n".join(grids))
    assert outcome.code == 130
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    assert 0 < len(documents) < len(grids)
    # A cold cache of kernels has a word before it.
    assert outcome.err.endswith(f"interrupted after {counted(len(documents), 'grid')}\n")


def test_an_interrupted_verification_is_not_a_negative_one(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(Job, "show")
    # The moves do not solve the grid, but a shortest solution is not known either.
    outcome = chatuchak("verify", "tile:1", "6,7", "--rule", "slide", "--json")
    assert outcome.code == 130
    assert outcome.json["solved"] is False
    assert "interrupted before the proof" in outcome.err


def wait_for(stream: int, text: bytes, *, seconds: float = 120.0) -> bytes:
    """Read a terminal until ``text`` appears."""
    output = b""
    end = time.monotonic() + seconds
    while text not in output:
        assert time.monotonic() < end, output
        output += os.read(stream, 4096)
    return output


def test_an_interrupted_search_reports_its_proven_bounds() -> None:
    # No machine proves this one in a second under the slide rule. Standard error is a terminal,
    # so that the progress line shows.
    screen, terminal = pty.openpty()
    arguments = ("solve", "tile:1", "--rule", "slide", "--algorithm", "ida", "--json")
    with started(*arguments, stderr=terminal) as process:
        os.close(terminal)
        output = wait_for(screen, b"lower bound ")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
        with suppress(OSError):  # a terminal without its program ends so
            while rest := os.read(screen, 4096):
                output += rest
        os.close(screen)
    assert b"interrupted before the proof" in output
    assert process.returncode == 130
    document = json.loads(out)
    assert document["status"] == "feasible"
    assert 25 < document["lower_bound"] < document["length"]


@pytest.mark.parametrize(
    ("arguments", "begun"),
    [
        (("solve", "-", "--compact"), ".RY/YRG/RGG\n"),
        (("stand", "plan", "-"), "{\n"),
        (("stand", "verify", "-"), "{\n"),
    ],
)
def test_ctrl_c_while_standard_input_is_awaited(arguments: tuple[str, ...], begun: str) -> None:
    with started(*arguments) as process:
        assert process.stdin is not None
        process.stdin.write(begun)
        process.stdin.flush()
        while int.from_bytes(ioctl(process.stdin, FIONREAD, bytes(4)), sys.byteorder):
            time.sleep(0.05)
        time.sleep(0.2)  # the line is read; now it waits for the next one
        process.send_signal(signal.SIGINT)
        # Standard input stays open: only Ctrl-C can end the wait.
        process.wait(timeout=120)
        assert process.stderr is not None
        assert process.stderr.read().strip() == "interrupted"
    assert process.returncode == 130


def test_a_broken_output_pipe_is_not_an_error() -> None:
    with started("generate", "-n", "300000", "--seed", "1") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR\n"
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr is not None
        assert "error" not in process.stderr.read().lower()
