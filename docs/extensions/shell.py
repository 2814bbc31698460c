"""A shell for examples: runs a command line in this process, in a temporary folder.

Supports pipes, ``< file``, ``> file``, ``"$(cat file)"`` and comments. The folder contains the
files of the examples. Pages of the command line show the output, and a test runs all examples.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import tempfile
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from unittest.mock import patch

import numpy as np

from chatuchak_cli.main import run
from chatuchak_solver import GameRecord, new_game
from chatuchak_solver.games.contract import CHANCE, sample_chance

__all__ = ["TOO_LONG", "Printed", "Shell", "is_quick", "is_run"]

EXAMPLES = Path(__file__).parents[1] / "examples"
COLUMNS = 100

TOO_LONG = {
    r"NUMBA_CACHE_DIR": "compiles every kernel again",
    r"serve\b": "serves until it is ended",
    r"\bplay\b": "needs a terminal",
    r"--sheet": "asks a person",
    r"\bcompanion\b": "asks at the table",
    r"--scheduler": "needs a cluster",
    r"-n 1000000\b": "takes minutes, or prints a million lines",
    r"--time-limit (60|3600)\b": "may take as long as it says",
    r"records --(prove|search)": "takes minutes",
    r"--tile-set|--optimal .* --difficulty": "takes a minute",
    r"sheet (?!--scores)": "draws all tiles or cards, as a test of `sheet` does",
    r"\bbox use\b": "changes the user's settings",
    r"simulate -n (400|1000)\b|survey": "takes a minute",
}
"""Patterns of examples that are parsed but not run, and the reasons."""

SLOW = (
    r"\b(rank|survey|simulate|plan|warmup|solutions|sheet)\b|-n 1000\b|--time-limit|render .* -o "
)
"""Examples that the tests run, but not the pages; ``sheet`` and ``render`` have no output."""


def is_run(line: str) -> bool:
    """Return whether an example is run."""
    has_programs = any(not part.startswith("chatuchak") for part in line.split(" | "))
    return not has_programs and not any(re.search(part, line) for part in TOO_LONG)


def is_quick(line: str) -> bool:
    """Return whether an example takes less than a second."""
    return is_run(line) and not re.search(SLOW, line)


@dataclass(frozen=True)
class Printed:
    """Exit code of the last command, and the output."""

    code: int
    out: str
    err: str


class Shell:
    """A folder with the files of the examples, in which command lines run.

    Examples
    --------
    >>> with Shell() as shell:
    ...     shell.run("chatuchak generate --seed 1 | chatuchak check -   # a pipe").code
    0
    """

    def __enter__(self) -> Self:
        self._stack = ExitStack()
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
        self._stack.enter_context(chdir(folder))
        variables = {"COLUMNS": str(COLUMNS), "NO_COLOR": "1"}
        self._stack.enter_context(patch.dict(os.environ, variables))
        shutil.copytree(EXAMPLES, folder / "docs/examples")
        for file in EXAMPLES.glob("files/*"):
            shutil.copy(file, folder)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def run(self, line: str) -> Printed:
        """Run one command line."""
        data = b""
        printed = Printed(0, "", "")
        for command in re.split(r" \| ", without_comment(line)):
            words, source, target = self._read(command)
            if source is not None:
                data = Path(source).read_bytes()
            printed = run_here(words, data)
            data = printed.out.encode()
            if target is not None:
                Path(target).write_bytes(data)
        return printed

    def prepare(self, line: str) -> None:
        """Write the ``game.json`` of a command line: a game of the same kind."""
        line = line.replace("render game", "game mercado picture")
        if played := re.search(r"\bgame ([\w-]+) (\w+)", line):
            begun = save_game(played[1], actions=12 if played[2] in ("show", "log") else 0)
            for file in ("game.json", f"{played[1]}.json"):  # the companion saves to the latter
                Path(file).write_text(begun, encoding="utf-8")
        else:
            finished = re.search(r"\bscore ([\w-]+)", line)
            name = finished[1].replace("-", "_") if finished else "stand"
            file = "market_stand" if name == "stand" else name
            shutil.copy(EXAMPLES / f"{file}.json", "game.json")

    def _read(self, command: str) -> tuple[list[str], str | None, str | None]:
        """Return the arguments of ``chatuchak``, and the files of standard input and output."""
        inserted = re.sub(r"\$\(cat (\S+)\)", lambda found: Path(found[1]).read_text(), command)
        words = shlex.split(inserted)
        files: dict[str, str] = {}
        for sign in ("<", ">", ">>"):
            if sign in words:
                place = words.index(sign)
                files[sign] = words[place + 1]
                del words[place : place + 2]
        program = words.pop(0)
        assert program == "chatuchak", f"not a command of this program: {command!r}"
        if ">>" in files:  # the file does not exist
            files[">"] = files[">>"]
        return words, files.get("<"), files.get(">")


def save_game(name: str, *, actions: int) -> str:
    """Return a saved game of seed 7 after some random actions."""
    rng = np.random.default_rng(7)
    record = GameRecord.begin(new_game(name, seed=7))
    while len(record.log) < actions:
        if record.state.current_player == CHANCE:
            record = record.apply(sample_chance(record.state, rng))
        else:
            legal = record.state.legal_actions()
            record = record.apply(legal[rng.integers(len(legal))])
    return json.dumps(record.to_dict())


def without_comment(line: str) -> str:
    """Return a line without the comment after a ``#`` that follows blanks."""
    return re.sub(r"\s{2,}#.*$", "", line).strip()


def run_here(arguments: list[str], stdin: bytes) -> Printed:
    """Run the program in this process, with its own streams."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        patch("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)))),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run(arguments)
    return Printed(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))
