"""Commands by task: a folder per task, next to the program only."""

import importlib.util
import re
from pathlib import Path

import click

import chatuchak_cli
from chatuchak_cli.games.group import SHARED
from chatuchak_cli.main import cli
from chatuchak_cli.shared.lazy import LazyGroup

MAX_LINES = 300
"""A command has options, a call of the library and its renderer."""
FOLDER = Path(chatuchak_cli.__file__).parent


def test_only_the_program_itself_is_in_no_folder() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {"__init__", "__main__", "main"}


def test_every_folder_is_a_task_or_shared() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == {
        "puzzle", "grids", "analysis", "stand", "games", "render", "play", "web", "install", "box",
        "shared",
    }  # fmt: skip


def modules() -> set[str]:
    """Return the modules that the groups' tables name, and those of every game."""
    names = {f"chatuchak_cli.{module}" for module, _ in SHARED.values()}
    waiting: list[click.Command] = [cli]
    while waiting:
        group = waiting.pop()
        if isinstance(group, LazyGroup):
            names |= {module.partition(":")[0] for module, _ in group.table.values()}
            context = click.Context(group)
            waiting += [
                command for name in group.table if (command := group.get_command(context, name))
            ]
    return {module for module in names if importlib.util.find_spec(module) is not None}


def test_commands_are_thin() -> None:
    for module in modules():
        spec = importlib.util.find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        lines = Path(spec.origin).read_text(encoding="utf-8").splitlines()
        assert len(lines) <= MAX_LINES, module


def test_a_task_needs_no_other_task() -> None:
    for path in FOLDER.rglob("*.py"):
        task, *rest = path.relative_to(FOLDER).parts
        if not rest:
            continue
        names = re.findall(r"^\s*from chatuchak_cli\.(\w+)", path.read_text("utf-8"), re.MULTILINE)
        assert set(names) <= {task, "shared"}, path
