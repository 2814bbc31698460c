"""Options and cells of commands that measure difficulties."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from chatuchak_cli.shared.box_option import add_box_option, box_of, ranks_shorthand
from chatuchak_cli.shared.options import Command, formula_option, option_group

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


def measuring_options(
    *more: Callable[[Any], Any], min_games: int = 1
) -> Callable[[Command], Command]:
    """Give a command the options of a `Measuring`, as its parameter ``measuring``."""

    def create(**given: Any) -> Measuring:
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
