"""What the page's requests about games say."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from chatuchak_cli.shared.score_sheets import scored
from chatuchak_cli.web.games.rooms import MOST_STEPS, checked_seats
from chatuchak_cli.web.games.shown import PLAYED
from chatuchak_cli.web.refusals import RefusedError, described
from chatuchak_solver.box import Box, Part, box_from_document
from chatuchak_solver.document import JsonObject, Node, parse_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.assumptions import assumed_in_game
from chatuchak_solver.games.market_stand.state import MarketStandState
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.session import HUMAN, Session, seats_from_start
from chatuchak_solver.games.table_setup import setup_parts, with_setup
from chatuchak_solver.jsonable import plain

MOST_PLAYERS: Final = 5
SEED_BITS: Final = 53
"""More than anybody tries; and as many as browsers keep exactly."""

OF_THE_TABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "chatuchak": ("start_grids", "mix_markers"),
    "chatuchak-speed": ("start_grids",),
}
"""What of a game's figures a request may give, as it lies on the real table."""

STARTS: Final = ("listed", "drawn")
"""Who begins: the first seat, or whoever luck names."""

PHONE: Final = "phone"
"""The kind of a seat that a person has on a phone of their own."""


def fields_of(
    body: bytes, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, Node]:
    """Return the fields of a request's body."""
    return parse_json(body, source="the request").fields(required, optional)


def new_session(body: bytes, box: Box) -> tuple[Session, tuple[int, ...]]:
    """Return a new game, and its seats that are on phones of their own.

    Raises
    ------
    InputError
        If it cannot be set up so.
    """
    fields = fields_of(
        body, ("game", "seats", "typed"),
        ("options", "seed", "data", "setup", "start", "names", "box"),
    )  # fmt: skip
    entry = game_entry(fields["game"].choice(PLAYED))
    kinds = tuple(item.label() for item in fields["seats"].items(least=1, most=MOST_PLAYERS))
    names = ("",) * len(kinds)
    if "names" in fields:
        count = len(kinds)
        names = tuple(item.text() for item in fields["names"].items(least=count, most=count))
    seed = _seed(fields.get("seed"))
    if "start" in fields and fields["start"].choice(STARTS) == "drawn":
        kinds, names = seats_from_start(kinds, seed), seats_from_start(names, seed)
    phones = tuple(seat for seat, kind in enumerate(kinds) if kind == PHONE)
    seats = checked_seats(tuple(HUMAN if kind == PHONE else kind for kind in kinds))
    options = _options(fields)
    box = with_box(fields, box)
    data = box.data(entry.name)
    if "data" in fields:
        known = OF_THE_TABLE.get(entry.name, ())
        data |= {name: node.value for name, node in fields["data"].fields(optional=known).items()}
    rng = np.random.default_rng(seed)
    start = entry.state.new(len(seats), rng=rng, data=data, options=options)
    if "setup" in fields:
        given = fields["setup"].mapping().items()
        pieces = {
            name: [piece.label(longest=2000) for piece in node.items(most=9)]
            for name, node in given
        }
        start = with_setup(start, pieces, rng, box.tiles)
    if phones and start.codec.observe is not None and not {"seed", "setup"}.isdisjoint(fields):
        raise RefusedError("dealt_here")
    typed = fields["typed"].boolean()
    return Session(GameRecord.begin(start), seats, seed, typed, names if any(names) else ()), phones


def parts_shown(body: bytes, box: Box) -> JsonObject:
    """Return what lies on the table at the start of a game."""
    fields = fields_of(body, ("game", "players"), ("options", "box"))
    entry = game_entry(fields["game"].choice(PLAYED))
    players = fields["players"].integer(least=1, most=MOST_PLAYERS)
    box = with_box(fields, box)
    start = entry.state.new(
        players, rng=np.random.default_rng(0), data=box.data(entry.name), options=_options(fields)
    )
    words: dict[str, str] = {}
    if isinstance(start, MarketStandState):
        words = {card.id: " / ".join(card.rows) for card in start.deck}
    return {
        "parts": [{**part.to_dict(), "words": words} for part in setup_parts(start, box.tiles)],
        "assumed": tuple(assumed_in_game(start, box)),
    }


def with_box(fields: dict[str, Node], box: Box) -> Box:
    """Return the server's box with the parts of the request's."""
    if "box" not in fields:
        return box
    own = box_from_document(fields["box"].value, source="the box")
    for fault in own.faults():
        raise InputError(f"the box: {fault}")
    parts: dict[Part, Any] = {**box.own, **own.own}
    if "tiles" in own.own:
        parts["tiles"] = own.tiles.grids
        parts["tile_sides"] = own.own.get("tile_sides")
    return replace(box, own=parts)


def _options(fields: dict[str, Node]) -> dict[str, str]:
    if "options" not in fields:
        return {}
    return {name: node.text() for name, node in fields["options"].mapping().items()}


def kept_session(body: bytes) -> Session:
    """Return the game that a saved file goes on with."""
    fields = fields_of(body, ("record",))
    document = Node(fields["record"].value, source="the file")
    parts = document.mapping()
    if "log" in parts:
        parts["log"].items(most=MOST_STEPS)
    record = GameRecord.read(document)
    if record.start.game not in PLAYED:
        raise RefusedError("no_game", game=record.start.game)
    kept = Session.of_record(record, seed=_seed(None))
    checked_seats(kept.seats)
    return kept


def score_shown(kind: str, body: bytes, box: Box) -> JsonObject:
    """Return the scores of a finished game, with reasons and a picture."""
    fields = fields_of(body, ("document",), ("box",))
    box = with_box(fields, box)
    document = Node(fields["document"].value, source="the sheet")
    deck = document.mapping().get("deck")
    if deck is not None and isinstance(deck.value, str):
        raise RefusedError("no_files")
    found = scored(kind, document, box=box)
    document_of: JsonObject = plain(
        {
            "result": found.result,
            "tables": found.tables,
            "winners": found.winners,
            "doubts": [described(note) for note in (*found.notes, *found.ends)],
            "picture": found.picture(),
            "assumed": tuple(found.assumed),
        }
    )
    return document_of


def _seed(node: Node | None) -> int:
    if node is None:
        return secrets.randbits(SEED_BITS)
    return node.integer(least=0, most=2**SEED_BITS - 1)
