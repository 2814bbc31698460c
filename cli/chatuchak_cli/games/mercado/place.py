"""``game mercado place``: the income of a placement for each owner."""

import click

from chatuchak_cli.games.game_input import read_record
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_solver.box import Box
from chatuchak_solver.games.assumptions import assumed_in_game
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.incomes import placement_income
from chatuchak_solver.rendering.mercado_text import income_report


@click.command(name="place")
@document_argument
@click.argument("placement", nargs=-1, required=True, metavar="PLACEMENT...")
@click.option("--player", type=click.IntRange(0, 3), help="Who places it [the player to act].")
@box_option
@json_option
def command(
    *, file: str, placement: tuple[str, ...], player: int | None, box: Box, as_json: bool
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
    record = read_record(file, MercadoState)
    state, assumed = record.state, assumed_in_game(record.start, box)
    if player is not None and player >= state.num_players:
        raise click.UsageError(f"--player {player}: the players are 0 to {state.num_players - 1}")
    income = placement_income(state, " ".join(placement), player=player)
    print_answer(income, lambda: income_report(income), as_json=as_json, assumed=assumed)
