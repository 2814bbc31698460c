"""Tables of cases in text files."""

import re
from pathlib import Path


def read_cases(file: str) -> list[tuple[str, str, str]]:
    """Return the section, the lines and the indented last line of each case of a table.

    Comments are above the sections. Lines that belong to no case are errors.
    """
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    found = [
        (section, lines.rstrip("\n"), below)
        for section, cases in re.findall(r"^\[([\w.-]+)\]\n((?:.+\n)+)", text, re.MULTILINE)
        for lines, below in re.findall(r"((?:^\S.*\n)+) {4}(.*)\n", cases, re.MULTILINE)
    ]
    expected = re.findall(r"^(?!#|\[[\w.-]+\]$).+", text, re.MULTILINE)
    assert [line for _, lines, below in found for line in (*lines.split("\n"), f"    {below}")] == (
        expected
    ), f"{file}: lines without a section or an indented line"
    return found
