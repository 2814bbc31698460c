"""The option ``--box`` and the selected box file."""

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click

from chatuchak_cli.shared.file_roles import InputFile
from chatuchak_cli.shared.options import formula_option, option_group, parse_counts
from chatuchak_solver.box import Box, Part, Reasons, read_box
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.paths import user_data_folder
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.start_tiles import load_start_tiles
from chatuchak_solver.search.solo_ranks import load_solo_ranks

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring

Command = TypeVar("Command", bound=Callable[..., object])
_BOX: Final = "chatuchak_cli.box"
_SHORTHANDS: Final = "chatuchak_cli.box.shorthands"

TILES_VARIABLE: Final = "CHATUCHAK_TILES"
SELECTION: Final = "selected-box"
"""A file with the path of the selected box, in the user's data folder."""


def selection_file() -> Path | None:
    """Return the path of `SELECTION`, or None for a user without a home."""
    folder = user_data_folder()
    return folder and folder / SELECTION


def selected_box() -> Path | None:
    """Return the box file selected by `chatuchak box use`, or None."""
    file = selection_file()
    try:
        name = file.read_text(encoding="utf-8").strip() if file else ""
    except OSError:
        return None
    return Path(name) if name else None


def resolve_box(path: Path | None) -> Box:
    """Return the box in a file, the selected box, or the default box."""
    file = path or selected_box()
    if file is None:
        return Box.default()
    try:
        return read_box(file)
    except OSError as error:
        hint = "" if path else " (selected; 'chatuchak box use --none' deselects it)"
        raise InputError(f"{file}: cannot read it: {error.strerror}{hint}") from None


def _remember(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    ctx.meta[_BOX] = resolve_box(path)


def box_of(ctx: click.Context | None) -> Box:
    """Return the box of a command, with options for single parts."""
    meta = {} if ctx is None else ctx.meta
    box: Box = meta.get(_BOX) or resolve_box(None)
    shorthands = meta.get(_SHORTHANDS, {})
    if "tiles" not in shorthands and (tiles := os.environ.get(TILES_VARIABLE)):
        box = box.with_part("tiles", Path(tiles))
    return box.with_parts(shorthands)


def add_box_option(command: Command) -> Command:
    """Give a command ``--box`` if missing, for `box_of`."""
    if any(param.name == "box" for param in getattr(command, "__click_params__", ())):
        return command
    option = click.option(
        "--box", type=InputFile(), metavar="FILE", envvar="CHATUCHAK_BOX", show_envvar=True,
        is_eager=True, expose_value=False, callback=_remember,
        help="Your own game data (see 'chatuchak box').",
    )  # fmt: skip
    return option(command)


def box_option(command: Command) -> Command:
    """Give a command ``--box``; the parameter ``box`` is a `Box`.

    `shorthand` options replace single parts.
    """

    @wraps(command)
    def with_box(*arguments: Any, **options: Any) -> object:
        return command(*arguments, box=box_of(click.get_current_context()), **options)

    return cast("Command", add_box_option(cast("Any", with_box)))


def shorthand(
    part: Part, *names: str, read: Callable[[Any], object], **attributes: Any
) -> Callable[[Command], Command]:
    """Give a command an option for a part of the box, the result of ``read`` on its value."""

    def remember(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        if value is not None:
            ctx.meta.setdefault(_SHORTHANDS, {})[part] = read(value)

    return click.option(*names, is_eager=True, expose_value=False, callback=remember, **attributes)


tiles_shorthand: Final = shorthand(
    "tiles", "--tiles", read=load_start_tiles, type=InputFile(), metavar="FILE",
    envvar=TILES_VARIABLE, show_envvar=True, help="Your own start tiles, one grid per line.",
)  # fmt: skip

ranks_shorthand: Final = shorthand(
    "ranks", "--ranks", read=load_solo_ranks, type=InputFile(), metavar="FILE",
    help="Your own solo ranks, as JSON.",
)  # fmt: skip


def _game_counts(text: str) -> tuple[int, ...]:
    return Box.default().with_part("counts", parse_counts(text)).counts


counts_shorthand: Final = shorthand(
    "counts", "--counts", read=_game_counts, metavar="N,N,...",
    help="Booths per color R,Y,G,B,P [those of the box].",
)  # fmt: skip


def order_counts(
    counts: tuple[int, ...] | None, board: Board, box: Box
) -> tuple[tuple[int, ...] | None, Reasons]:
    """Return the booths per color to generate, and the assumed parts of the box.

    Without ``--counts``: those of the box on the game's board, None on other boards.
    """
    if counts is not None or board != STANDARD_BOARD:
        return counts, {}
    return box.counts, box.reasons("counts")


def measuring_options(
    *more: Callable[[Any], Any], min_games: int = 1
) -> Callable[[Command], Command]:
    """Give a command the options of a `Measuring`, as its parameter ``measuring``."""

    def create(**given: Any) -> "Measuring":
        from chatuchak_cli.shared.ranking import Measuring

        return Measuring(box=box_of(click.get_current_context()), **given)

    games = click.option(
        "--games", type=click.IntRange(min=min_games), default=200, show_default=True,
        help="Games of the simulated player for each grid.",
    )  # fmt: skip
    seed = click.option(
        "--seed", type=int, default=1, show_default=True, help="Seed of the simulated player."
    )
    options = option_group("measuring", create, seed, games, formula_option, *more)
    return lambda command: options(ranks_shorthand(add_box_option(command)))
