"""``game market-stand view``: a position as one player sees it."""

import click

from chatuchak_cli.games.game_input import read_record
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.games.market_stand import MarketStandState, observe
from chatuchak_solver.games.market_stand.text import view_text


@click.command(name="view")
@document_argument
@click.option(
    "--player", type=int, metavar="N", help="The player, from 0; by default whose turn it is."
)
@click.option("--request", is_flag=True, help="Print a request file for `stand place`.")
@json_option
def command(*, file: str, player: int | None, request: bool, as_json: bool) -> None:
    r"""Show what one player sees: every stand, the market and their own hand.

    FILE is a saved game or a position, - for standard input. The others' hands and the order of
    the stack stay hidden, and so do first cards until everybody has chosen.

    \b
    Examples:
      chatuchak game market-stand view game.json --player 1
      chatuchak game market-stand view game.json --request | chatuchak stand place -
    """
    state = read_record(file, MarketStandState).state
    if player is None:
        player = state.last_to_lay if state.draws_for else state.current_player
    view = observe(state, player)
    answer = view.to_request() if request else view
    print_answer(answer, lambda: view_text(view), as_json=as_json or request)
