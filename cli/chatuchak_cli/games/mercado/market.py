"""Commands of Mercado de Lisboa: incomes, place and picture."""

from functools import partial
from pathlib import Path

import click

from chatuchak_cli.games.game_commands import SavedGame, saved_game
from chatuchak_cli.shared import options, output, pictures
from chatuchak_solver.codec import Answer
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado import incomes as earnings
from chatuchak_solver.rendering.mercado_svg import market_svg
from chatuchak_solver.rendering.mercado_text import position_report
from chatuchak_solver.rendering.templates import report


class IncomesAnswer(Answer, frozen=True, kw_only=True):
    """The incomes of all legal actions.

    Attributes
    ----------
    player
        The player to act, from 0; None if the game is over.
    actions
        The legal actions, best first.
    """

    player: int | None
    actions: tuple[earnings.Income, ...]


@click.command(name="incomes")
@click.option("-n", "most", type=click.IntRange(1), metavar="N",
              help="Only the best N actions are listed.")  # fmt: skip
@saved_game(MercadoState)
def incomes(*, saved: SavedGame[MercadoState], most: int | None) -> None:
    r"""List the cost, incomes, change and lead of every legal action.

    FILE is a saved game or a position, - for standard input. "change" is the change of the
    player's coins, "lead" that of the lead over the opponent with the highest income. Only `advise`
    considers future incomes.

    \b
    Examples:
      chatuchak game mercado incomes game.json
      chatuchak game mercado incomes game.json -n 5 --json
    """
    state, assumed = saved.state, saved.assumed
    listed = earnings.incomes(state)[:most]
    if not (listed or output.is_json()):
        output.print_message("no player acts in this position")
        return
    player = None if state.is_over else state.player
    answer = IncomesAnswer(player=player, actions=listed)
    seats = list(map(seat_name, range(state.num_players)))
    table = partial(report, "incomes.txt", incomes=listed, seats=seats)
    output.print_answer(answer, table, assumed if listed else None)


@click.command(name="place")
@click.option("--player", type=click.IntRange(0, 3), help="Who places it [the player to act].")
@saved_game(MercadoState)
@click.argument("placement", nargs=-1, required=True, metavar="PLACEMENT...")
def place(
    *, saved: SavedGame[MercadoState], placement: tuple[str, ...], player: int | None
) -> None:
    r"""Print the income of a placement for each owner, stand by stand.

    FILE is a saved game or a position, - for standard input. PLACEMENT is a stand, a customer
    tile or a restaurant on a free place. The player need not hold the tile or afford the cost:
    only the market counts.

    \b
    Examples:
      chatuchak game mercado place game.json stand fish c3
      chatuchak game mercado place game.json bring 2 fish+meat W3 --player 1 --json
    """
    income = earnings.placement_income(saved.state, " ".join(placement), player=player)
    text = partial(report, "income.txt", income=income, seat=seat_name)
    output.print_answer(income, text, saved.assumed)


class PictureAnswer(Answer, frozen=True):
    """A market as text and as a picture.

    Attributes
    ----------
    text
        The position as text.
    svg
        The SVG picture.
    """

    text: str
    svg: str


@click.command(name="picture")
@options.svg_option(allow_dash=True, help="Write the market as SVG, - for standard output.")
@options.title_option(default="Mercado de Lisboa", help="The SVG's title.")
@saved_game(MercadoState)
def picture(*, saved: SavedGame[MercadoState], svg: Path | None, title: str) -> None:
    r"""Show the market in color, or write it as SVG.

    FILE is a saved game or a position, - for standard input. With --json both are printed, as the
    fields "text" and "svg".

    \b
    Examples:
      chatuchak game mercado picture game.json
      chatuchak game mercado picture game.json --svg market.svg
    """
    options.require("--svg or --json", svg is not None or output.is_json(), "title")
    state, assumed = saved.state, saved.assumed
    drawing = pictures.with_note(market_svg(state.market, title=title), assumed)
    if str(svg) != "-" or not output.is_json():
        pictures.save_picture(svg, lambda: drawing, {})
    if svg is None or output.is_json():
        answer = PictureAnswer(text=str(state), svg=drawing)
        output.print_answer(answer, lambda: position_report(state), assumed)
    else:
        output.print_assumed(assumed, err=True)
