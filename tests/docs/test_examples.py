"""Every example of the help texts and of the pages runs as printed."""

import doctest
import re
import shlex
from contextlib import suppress
from pathlib import Path

import click
import pytest

from docs.extensions.command_pages import every_command, parts
from docs.extensions.shell import Shell, is_run, without_comment

pytestmark = pytest.mark.usefixtures("measurement_cache", "detection_cache", "brief")

ROOT = Path(__file__).parents[2]
PAGES = {
    page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8")
    for page in sorted((ROOT / "README.md", *(ROOT / "docs").rglob("*.md")))
    if page.name != "results.md"
}
COMMANDS = {path: command for path, command, _ in every_command()}
SHOWN = {
    without_comment(line)
    for text in PAGES.values()
    for line in re.findall(r"^\$ (chatuchak .*)$", text, re.M)
}
"""Command lines of the pages' console blocks, which `test_console` runs."""
EXAMPLES = {path: parts(command)[1] for path, command in COMMANDS.items()}


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Think for a shorter time before advice that is given no limit."""
    monkeypatch.setattr("chatuchak_cli.games.advise.DEFAULT_SECONDS", 0.2)


def blocks(text: str) -> list[tuple[str, str]]:
    """Return the kind and the lines of each block of a page."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```", text, re.S | re.M)


def pages_with(kind: str) -> list[str]:
    return [page for page, text in PAGES.items() if kind in dict(blocks(text))]


def assert_is_understood(line: str) -> None:
    """An example that is not run names a command, with known options only."""
    for part in line.split(" | "):
        words = shlex.split(re.sub(r"^(\w+=\S+ )+", "", part), comments=True)
        if not words or words[0] != "chatuchak":
            continue
        path = max(
            (p for p in COMMANDS if words[: len(p.split())] == p.split()), key=len, default=None
        )
        assert path is not None, f"no command: {part}"
        rest = shlex.split(re.sub(r" '(?:<|>>?)' \S+", "", shlex.join(words[len(path.split()) :])))
        with suppress(click.exceptions.BadParameter):  # for example a missing file
            COMMANDS[path].make_context(path, rest)


def test_every_command_has_an_example() -> None:
    assert {path for path, examples in EXAMPLES.items() if not examples} <= {"chatuchak completion"}


@pytest.mark.parametrize("path", EXAMPLES)
def test_help(path: str) -> None:
    """The examples of a command that no page shows run one after the other, in one folder."""
    with Shell() as shell:
        for example in EXAMPLES[path]:
            shell.prepare(example)
            is_shown = without_comment(example) in SHOWN and ">" not in example
            if not is_run(example) or is_shown:
                assert_is_understood(example)
                continue
            printed = shell.run(example)
            assert printed.code in (0, 3), printed.err  # a limit may be first
            assert "Traceback" not in printed.err


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if ">>>" in text])
def test_python(page: str) -> None:
    path = str(ROOT / page)
    assert doctest.testfile(path, module_relative=False, encoding="utf-8").failed == 0


def test_every_block_of_code_is_run() -> None:
    for page, text in PAGES.items():
        for kind, block in blocks(text):
            assert kind != "python" or ">>>" in block, page
            if kind not in ("console", "python", "{figure}"):
                assert not re.search(r"^chatuchak ", block, re.M), page


@pytest.mark.parametrize("page", pages_with("console"))
def test_console(page: str, request: pytest.FixtureRequest) -> None:
    """The lines of a block run in order, and print the text below each line."""
    text = PAGES[page]
    printed = re.sub(
        r"(?<=^```console\n)(.*?)(?=^```)", lambda block: rerun(block[0]), text, flags=re.S | re.M
    )
    if request.config.getoption("--update-golden"):
        (ROOT / page).write_text(printed, encoding="utf-8")
    else:
        assert text == printed


def rerun(block: str) -> str:
    """Run a block; return it with its present output in place of the shown one."""
    lines = []
    with Shell() as shell:
        for typed, below in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            lines.append(f"$ {typed}\n")
            if not typed.startswith("chatuchak") or not is_run(typed):
                assert_is_understood(typed)
                lines.append(below)
                continue
            if not any("--out game.json" in line for line in lines[:-1]):  # else the block's own
                shell.prepare(without_comment(typed))
            printed = shell.run(typed)
            assert printed.code in (0, 3), printed.err
            if below:
                output_lines = printed.out.rstrip().splitlines()
                lines += (line.rstrip() + "\n" for line in output_lines)
    return "".join(lines)
