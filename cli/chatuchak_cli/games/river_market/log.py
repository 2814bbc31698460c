"""``game river-market log``: the events of a game."""

import click

from chatuchak_cli.games.river_market.companion_table import log_lines
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import assumed_fields, emit_json, print_assumed
from chatuchak_solver.box import Box
from chatuchak_solver.games.new_game import assumed_in_game
from chatuchak_solver.games.record import read_record
from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.log import rival_log


@click.command(name="log")
@document_argument
@box_option
@json_option
def command(*, file: str, box: Box, as_json: bool) -> None:
    r"""Print the events of a game turn by turn, with the Rival's instructions.

    FILE is a saved game or a companion's session, - for standard input.

    \b
    Examples:
      chatuchak game river-market log river-market.json
      chatuchak game river-market log game.json --json
    """
    document, _ = read_document(file)
    if "chapters" in document.fields:
        session = Companion.from_dict(document.value, source=document.source)
        start, entries = session.chapters[0].start, tuple(session.log())
    else:
        record = read_record(document.value, RiverMarketState, source=document.source)
        start, entries = record.start, rival_log(record.start, record.log)
    assumed = assumed_in_game(start, box)
    if as_json:
        emit_json([{**entry.to_dict(), **assumed_fields(assumed)} for entry in entries])
    else:
        for line in log_lines(entries):
            click.echo(line)
        print_assumed(assumed)
