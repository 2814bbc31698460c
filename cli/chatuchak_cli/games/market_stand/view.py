"""``game market-stand view``: a position as one player sees it."""

import click

from chatuchak_cli.games.game_commands import SavedGame, saved_game
from chatuchak_cli.shared.output import emit_json, print_answer
from chatuchak_solver.games.market_stand import MarketStandState, observe
from chatuchak_solver.games.market_stand.text import view_text


@click.command(name="view")
@click.option("--player", type=int, metavar="N",
              help="The player, from 0; by default the current one.")  # fmt: skip
@click.option("--request", is_flag=True, help="Print a request file for `stand place`.")
@saved_game(MarketStandState)
def view(*, saved: SavedGame[MarketStandState], player: int | None, request: bool) -> None:
    r"""Show the view of one player: every stand, the market and the player's hand.

    FILE is a saved game or a position, - for standard input. The others' hands and the order of
    the stack stay hidden, and so do first cards until all players have chosen.

    \b
    Examples:
      chatuchak game market-stand view game.json --player 1
      chatuchak game market-stand view game.json --request | chatuchak stand place -
    """
    state = saved.state
    if player is None:
        player = state.last_to_lay if state.draws_for else state.current_player
    view = observe(state, player)
    if request:
        emit_json(view.to_request())
    else:
        print_answer(view, lambda: view_text(view), saved.assumed)
