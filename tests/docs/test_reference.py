"""The reference has every command and every public name, each on one page."""

import re
from collections import Counter
from pathlib import Path

import chatuchak_generators
import chatuchak_solver
from chatuchak_cli.main import COMMANDS
from chatuchak_solver.exports import find_exports
from docs.extensions.command_pages import every_command

REFERENCE = Path(__file__).parents[2] / "docs/reference"


def directive_values(directive: str) -> list[str]:
    """Return the arguments of a directive on the pages of the reference."""
    found = []
    for page in REFERENCE.rglob("*.md"):
        found += re.findall(rf"^```{{{directive}}} (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return found


def test_every_command_is_on_one_page() -> None:
    wanted = directive_values("commands")
    for path, _, _ in every_command():
        group, name = path.removeprefix("chatuchak ").rpartition(" ")[::2]
        pages = [
            page
            for page in wanted
            if page == group or (not group and name in COMMANDS.get(page, ()))
        ]
        assert len(pages) == 1, path


def test_every_public_name_is_on_one_page() -> None:
    rooms = [line.split() for line in directive_values("public-names")]
    for package in (chatuchak_solver, chatuchak_generators):
        assert package.__file__ is not None
        for name, (module, _) in find_exports(package.__file__).items():
            if not name.startswith("_"):
                pages = Counter(
                    exporter == package.__name__ and module.startswith(tuple(prefixes))
                    for exporter, *prefixes in rooms
                )
                assert pages[True] == 1, name
