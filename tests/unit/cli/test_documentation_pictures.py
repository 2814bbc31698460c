"""The pictures of the documentation match the program's drawings."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.unit.cli.conftest import Chatuchak

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "docs" / "pictures"
COMMANDS = re.findall(
    r"chatuchak (.*) (-o|--svg) \$\(PICTURES\)/(\S+)", (ROOT / "Makefile").read_text()
)


def test_every_picture_has_its_command() -> None:
    assert {name for _, _, name in COMMANDS} == {path.name for path in PICTURES.iterdir()}


@pytest.mark.parametrize(
    ("command", "option", "name"), COMMANDS, ids=[name for _, _, name in COMMANDS]
)
def test_pictures_are_up_to_date(
    chatuchak: Chatuchak,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: str,
    option: str,
    name: str,
) -> None:
    # After an intended change: `make pictures`. Optimal solutions are compared by
    # length and best stands by points, since the search may find another one.
    monkeypatch.chdir(ROOT)
    chatuchak(*shlex.split(command), option, tmp_path / name)
    drawn = (tmp_path / name).read_text(encoding="utf-8")
    committed = (PICTURES / name).read_text(encoding="utf-8")
    if "--solve" in command:
        assert _moves(drawn) == _moves(committed)
    elif " plan " in command:
        assert _points(drawn) == _points(committed)
    else:
        assert drawn == committed


@pytest.mark.parametrize(
    "text", ["README.md", *sorted(p.name for p in (ROOT / "docs").glob("*.md"))]
)
def test_shown_pictures_exist(text: str) -> None:
    file = ROOT / text if text == "README.md" else ROOT / "docs" / text
    for picture in re.findall(r"!\[[^]]+\]\(([^)]+)\)", file.read_text(encoding="utf-8")):
        assert (file.parent / picture).exists(), picture


def _moves(svg: str) -> int:
    return len(re.findall(r"^move \d+: ", _description(svg), re.MULTILINE))


def _points(svg: str) -> list[str]:
    return re.findall(r"^(.* \d+ points):", _description(svg), re.MULTILINE)


def _description(svg: str) -> str:
    return ET.fromstring(svg).findtext("{http://www.w3.org/2000/svg}desc") or ""
