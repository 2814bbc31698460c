"""``game mercado picture``: the market in color, or as SVG."""

from pathlib import Path

import click

from chatuchak_cli.games.game_commands import SavedGame, saved_game
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.options import title_option
from chatuchak_cli.shared.output import assumed_fields, console, emit_json, print_assumed
from chatuchak_cli.shared.pictures import with_note
from chatuchak_solver.codec import Answer
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.io.files import write_file
from chatuchak_solver.rendering.mercado_svg import market_svg
from chatuchak_solver.rendering.mercado_text import position_report


class PictureAnswer(Answer, frozen=True):
    """A market as text and as a picture.

    Attributes
    ----------
    text
        The position as text.
    svg
        The picture, as SVG.
    """

    text: str
    svg: str


@click.command(name="picture")
@output_option("--svg", writes=(".svg",), help="Write the market as SVG, - for standard output.")
@title_option(default="Mercado de Lisboa", show_default=True, help="The SVG's title.")
@saved_game(MercadoState)
def command(*, saved: SavedGame[MercadoState], svg: Path | None, title: str, as_json: bool) -> None:
    r"""Show the market in color, or write it as SVG.

    FILE is a saved game or a position, - for standard input. With --json both are printed, as the
    fields "text" and "svg".

    \b
    Examples:
      chatuchak game mercado picture game.json
      chatuchak game mercado picture game.json --svg market.svg
    """
    state, assumed = saved.state, saved.assumed
    drawing = with_note(market_svg(state.market, title=title), assumed)
    if svg is not None and str(svg) != "-":
        write_file(svg, drawing)
    if as_json:
        answer = PictureAnswer(text=str(state), svg=drawing)
        emit_json({**answer.to_dict(), **assumed_fields(assumed)})
        return
    if svg is None:
        console().print(position_report(state))
    elif str(svg) == "-":
        click.echo(drawing, nl=False)
    print_assumed(assumed, err=svg is not None)
