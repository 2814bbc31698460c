"""``game mercado place``: the income of a placement for each owner."""

import click

from chatuchak_cli.games.game_commands import SavedGame, saved_game
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.incomes import placement_income
from chatuchak_solver.rendering.mercado_text import income_report


@click.command(name="place")
@click.option("--player", type=click.IntRange(0, 3), help="Who places it [the player to act].")
@saved_game(MercadoState)
@click.argument("placement", nargs=-1, required=True, metavar="PLACEMENT...")
def command(
    *, saved: SavedGame[MercadoState], placement: tuple[str, ...], player: int | None, as_json: bool
) -> None:
    r"""Print the income of a placement for each owner, stand by stand.

    FILE is a saved game or a position, - for standard input. PLACEMENT is a stand, a customer
    tile or a restaurant on a free place. Neither need the player hold the tile nor could the
    cost be met: only the market counts.

    \b
    Examples:
      chatuchak game mercado place game.json stand fish c3
      chatuchak game mercado place game.json bring 2 fish+meat W3 --player 1 --json
    """
    state = saved.state
    income = placement_income(state, " ".join(placement), player=player)
    print_answer(income, lambda: income_report(income), as_json=as_json, assumed=saved.assumed)
