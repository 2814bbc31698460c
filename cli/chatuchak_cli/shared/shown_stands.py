"""The stands in a stand file, a request or a saved game."""

from collections.abc import Iterable

from chatuchak_cli.shared.files import Document
from chatuchak_solver import Deck, Stand
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.session import read_record
from chatuchak_solver.stand.files import PlayerStand, StandFile, StandRequest
from chatuchak_solver.stand.groups import Announcement


def stands_of_document(
    document: Document, deck: Deck | None = None
) -> tuple[tuple[PlayerStand, ...], Deck | None]:
    """Return the nonempty stands in a document, and the deck that they depend on, if any.

    ``deck`` is used if the document has none, by default the shipped one.
    """
    fields = document.fields
    stands: Iterable[tuple[str, Stand, Announcement | None]]
    if "players" in fields and "game" not in fields:
        game = document.load(StandFile.from_dict, directory=document.directory, deck=deck)
        return game.players, game.deck_in_use
    if "game" in fields:
        record = document.load(read_record, MarketStandState)
        state = record.state
        deck, stands = state.deck, zip(record.names, state.stands, state.announced, strict=True)
    else:
        request = document.load(StandRequest.from_dict, directory=document.directory, deck=deck)
        deck, stands = request.deck, [("stand", request.stand, None)]
    found = tuple(
        PlayerStand(name, stand.picture(), stand, announced)
        for name, stand, announced in stands
        if len(stand)
    )
    if not found:
        raise document.error("no stand: expected at least one placed card")
    return found, deck
