"""Sessions at the command line print the output listed in `sessions.txt`.

The commands of a block run in one folder. After a command line, ``$``, follow its standard input,
``<``, parts of its output in their order, ``>``, and of its messages, ``!``; texts that are not in
its output, ``~``; and its exit code, ``=``, if not 0. After ``.`` its output has no further line
other than assumptions. Without ``!``, it has no messages but `SILENT` ones. ``> FILE`` writes the
output to a file; ``cat`` prints its input or a file, and ``ls`` the names of the files.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from docs.extensions.shell import EXAMPLES
from tests.unit.cli.conftest import Chatuchak, Outcome

BLOCKS = re.findall(
    r"(?:^\$ .*\n(?:[^$\n].*\n)*)+",
    Path(__file__).with_name("sessions.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)


SILENT = ("Assumed: ", "[#", "[-", "best ")
"""Beginnings of messages that any command may have: assumptions and progress."""


def lines(text: str, sign: str) -> list[str]:
    return re.findall(rf"^{re.escape(sign)} ?(.*)$", text, re.MULTILINE)


def notices(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith(SILENT)]


def run(chatuchak: Chatuchak, words: list[str], stdin: str) -> Outcome:
    """Run a command of the program or of the shell."""
    match words:
        case ["ls"]:
            return Outcome(0, "".join(f"{name}\n" for name in sorted(os.listdir())), "")
        case ["cat", *files]:
            return Outcome(0, stdin + "".join(Path(file).read_text() for file in files), "")
    return chatuchak(*words, stdin=stdin)


@pytest.mark.usefixtures("measurement_cache")
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[2:50].partition("\n")[0])
def test_a_session_is_as_listed(
    chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, block: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", "home")
    Path("docs").symlink_to(EXAMPLES.parent)
    for command, rest in re.findall(r"^\$ (.*)\n((?:[^$\n].*\n)*)", block, re.MULTILINE):
        words, _, file = command.partition(" > ")
        stdin = "".join(f"{line}\n" for line in lines(rest, "<"))
        outcome = run(chatuchak, shlex.split(words), stdin)
        assert [f"{outcome.code:d}"] == (lines(rest, "=") or ["0"]), outcome.err
        for sign, printed in (("!", outcome.err), (">", outcome.out)):
            end = 0
            for part in lines(rest, sign):
                assert part in printed[end:], f"{command}: {part}\n{printed}"
                end = printed.index(part, end) + len(part)
        assert not lines(rest, ".") or not notices(outcome.out[end:]), f"{command}\n{outcome.out}"
        assert lines(rest, "!") or not notices(outcome.err), command
        for text in lines(rest, "~"):
            assert text not in outcome.out, command
        if file:
            Path(file).write_text(outcome.out, encoding="utf-8")
