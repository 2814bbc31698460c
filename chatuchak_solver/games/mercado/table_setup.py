"""The tiles that people may set up: those of the players and the displays."""

from collections import Counter

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.game import Pieces
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.tiles import STANDS
from chatuchak_solver.games.setup_part import SetupPart
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.sentences import Sentence


def setup_parts(start: MercadoState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the players' tiles and the displays."""
    tiles: dict[str, int] = {
        name: n for name, n in zip(STANDS, start.setup.stand_tiles, strict=True) if n
    }
    kinds = list(tiles)
    parts = [
        SetupPart(name, "stand tiles", STARTING_TILES, tiles, f"2 {kinds[0]}, {kinds[-1]}")
        for name in (*(f"tiles {seat}" for seat in range(start.num_players)), "display")
    ]
    for customers in sorted({tile.customers for tile in start.shown}):
        shown = sum(tile.customers == customers for tile in start.shown)
        pile = {str(t): n for t, n in start.setup.customer_tiles if t.customers == customers}
        example = ", ".join(list(pile)[:shown])
        parts.append(SetupPart(f"customers {customers}", "customer tiles", shown, pile, example))
    return tuple(parts)


def lay_parts(start: MercadoState, document: JsonObject, given: Pieces, rng: Generator) -> None:
    """Put tiles into a start's document; other stand tiles are redrawn from the rest."""
    places = [*(f"tiles {seat}" for seat in range(start.num_players)), "display"]
    if any(place in given for place in places):
        bag: Counter[str] = Counter(dict(zip(STANDS, start.setup.stand_tiles, strict=True)))
        lies: dict[str, Counter[str]] = {}
        for place in sorted(places, key=lambda place: place not in given):
            if place in given:
                lies[place] = Counter(given[place])
            else:
                rest = sorted(bag.elements())
                drawn = rng.choice(len(rest), size=STARTING_TILES, replace=False)
                lies[place] = Counter(rest[int(index)] for index in drawn)
            bag.subtract(lies[place])
            for name, count in bag.items():
                if count < 0:
                    text = f"{place}: more {name} than the game has, with what was given"
                    raise InputError(Sentence("too_many", text, a=name))
        for seat in range(start.num_players):
            document["players"][seat]["tiles"] = dict(lies[f"tiles {seat}"])
        document["display"], document["bag"] = dict(lies["display"]), dict(+bag)
    shown = list(map(str, start.shown))
    for name, pieces in given.items():
        if name.startswith("customers "):
            number = name.removeprefix("customers ")
            shown = [tile for tile in shown if tile.partition(" ")[0] != number]
            shown += pieces
    stock = Counter({str(tile): count for tile, count in start.setup.customer_tiles})
    stock.subtract(shown)
    document["customers_shown"], document["customers_stock"] = shown, dict(+stock)
