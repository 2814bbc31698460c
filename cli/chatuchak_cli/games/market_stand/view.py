"""``game market-stand view``: a position as one player sees it."""

import click

from chatuchak_cli.games.game_input import read_record
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json, print_answer
from chatuchak_solver.box import Box
from chatuchak_solver.games.assumptions import assumed_in_game
from chatuchak_solver.games.market_stand import MarketStandState, observe
from chatuchak_solver.games.market_stand.text import view_text


@click.command(name="view")
@document_argument
@click.option(
    "--player", type=int, metavar="N", help="The player, from 0; by default whose turn it is."
)
@click.option("--request", is_flag=True, help="Print a request file for `stand place`.")
@box_option
@json_option
def command(*, file: str, player: int | None, request: bool, box: Box, as_json: bool) -> None:
    r"""Show the view of one player: every stand, the market and the player's hand.

    FILE is a saved game or a position, - for standard input. The others' hands and the order of
    the stack stay hidden, and so do first cards until all players have chosen.

    \b
    Examples:
      chatuchak game market-stand view game.json --player 1
      chatuchak game market-stand view game.json --request | chatuchak stand place -
    """
    record = read_record(file, MarketStandState)
    state, assumed = record.state, assumed_in_game(record.start, box)
    if player is None:
        player = state.last_to_lay if state.draws_for else state.current_player
    view = observe(state, player)
    if request:
        emit_json(view.to_request())
    else:
        print_answer(view, lambda: view_text(view), as_json=as_json, assumed=assumed)
