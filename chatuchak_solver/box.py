"""The user's box: all data that the rulebooks' texts leave open.

A box file is a JSON object with one field per part. Missing parts, and unchanged ones that are not
``confirmed``, are the shipped, assumed data. Fields that begin with ``//`` are comments.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeAlias, TypeVar, get_args

from msgspec import Meta

from chatuchak_solver import codec
from chatuchak_solver.arguments import check_choice, check_mapping
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.package_data import ASSUMED_FIELDS, read_bytes
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.puzzle import STANDARD_BOARD, Grid
from chatuchak_solver.puzzle.colors import MAX_BOOTHS, MIN_BOOTHS, STANDARD_COUNTS
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles
from chatuchak_solver.search.solo_ranks import SoloRanks, load_solo_ranks

if TYPE_CHECKING:
    from chatuchak_solver.stand.deck import Deck

T = TypeVar("T")
Part = Literal[
    "tiles", "tile_sides", "counts", "ranks", "time_track", "marker_stars", "token_stars",
    "general_denominations", "mix_markers", "speed_move_limit", "deck", "marked_spaces",
    "customer_tiles", "river_market",
]  # fmt: skip
PARTS: tuple[Part, ...] = get_args(Part)
CHATUCHAK_PARTS: tuple[Part, ...] = PARTS[PARTS.index("time_track") : PARTS.index("deck")]
Counts = Annotated[
    tuple[Annotated[int, Meta(ge=MIN_BOOTHS, le=MAX_BOOTHS)], ...], Meta(min_length=1, max_length=9)
]
NO_LIMIT = 0  # of moves, null in a file; None confirms the assumed limit
Tiles = Annotated[tuple[codec.Notation[Grid], ...], Meta(min_length=1)]
_FILES: Mapping[Part, tuple[str, str]] = {  # file and field of each shipped part
    "tiles": ("start_tiles.json", "tiles"),
    "ranks": ("solo_ranks.json", "ranks"),
    **{part: ("chatuchak_game.json", part) for part in ("tile_sides", *CHATUCHAK_PARTS)},
    "deck": ("market_stand_deck.json", "cards"),
    "marked_spaces": ("mercado.json", "marked_spaces"),
    "customer_tiles": ("mercado.json", "customer_tiles"),
    "river_market": ("river_market.json", ""),
}
Reasons: TypeAlias = Mapping[Part, str]


def parts_of(game: str) -> tuple[Part, ...]:
    """Return the parts of a game's setup."""
    from chatuchak_solver.games.registry import game_entry

    return game_entry(game).parts


class BoxFile(codec.Form, frozen=True, kw_only=True):
    """A box file.

    Attributes
    ----------
    confirmed
        Parts in which the user's game equals the assumed data.
    tiles
        Start grids, or the name of a file next to this file.
    tile_sides
        Tile numbers (from 1) on the two sides of each tile.
    counts
        Booths of each color, in the order R, Y, G, B, P, T, V, W, K.
    ranks
        Solo ranks, best first, with the maximum number of moves of each.
    time_track
        Number that a roll must reach to enter each space.
    marker_stars, token_stars
        Stars by kind or by name.
    general_denominations
        Stars of the general tokens.
    mix_markers
        The two sides of each mix marker.
    speed_move_limit
        Moves of each player in the speed game; null for no limit.
    deck
        Cards of the market stand game, or the name of a deck file next to this file.
    marked_spaces
        Mercado's spaces with a facedown restaurant.
    customer_tiles
        Mercado's customer tiles, and the number of each.
    river_market
        River Market's figures.
    """

    format: Literal["chatuchak-box"] = "chatuchak-box"
    version: Literal[1] = 1
    confirmed: tuple[Part, ...] = ()
    tiles: str | Tiles | None = None
    tile_sides: list[Any] | None = None
    counts: Counts | None = None
    ranks: list[Any] | None = None
    time_track: list[Any] | None = None
    marker_stars: codec.JsonObject | None = None
    token_stars: codec.JsonObject | None = None
    general_denominations: list[Any] | None = None
    mix_markers: list[Any] | None = None
    speed_move_limit: Annotated[int, Meta(ge=1)] | None = None
    deck: str | list[Any] | codec.JsonObject | None = None
    marked_spaces: list[Any] | None = None
    customer_tiles: codec.JsonObject | None = None
    river_market: codec.JsonObject | None = None


@dataclass(frozen=True)
class Box:
    """The data of one owner's games.

    Attributes
    ----------
    own
        The user's parts, as in a box file or loaded by `with_part`; other parts are assumed.
    source
        Name of the file in messages; empty without one.
    folder
        Base of file names in the box; None rejects them.

    Examples
    --------
    >>> box = Box.default()
    >>> box.ranks.of_length(20), box.assumed_parts("ranks")
    ('Market Master', ('ranks',))
    """

    own: Mapping[Part, Any] = field(default_factory=dict)
    source: str = field(default="", compare=False)
    folder: Path | None = Path()

    @classmethod
    def default(cls) -> Self:
        """Return the box of assumed data."""
        return cls()

    @staticmethod
    def from_dict(document: object) -> "Box":
        """Return the box of a box file's content; file names are rejected."""
        return _check_box(box_from_document(document, source=""))

    def with_part(self, part: Part, value: object) -> Self:
        """Return a box with one part replaced; see `with_parts`."""
        return self.with_parts({part: value})

    def with_parts(self, parts: Mapping[Part, Any]) -> Self:
        """Return a box with parts replaced (None confirms one); new tiles reset the tile sides.

        Values are as in a file in the current folder, or loaded, or a function that loads them.
        """
        own: dict[Any, Any] = dict(self.own)
        given = check_mapping(parts, name="parts")
        if "tiles" in given:
            own.pop("tile_sides", None)
        for part, value in given.items():
            if isinstance(value, Path):
                value = str(value if self.folder == Path() else value.absolute())
            own[check_choice(part, PARTS, name="part")] = value
        return replace(self, own=own) if given else self

    def with_data(self, game: str, data: Mapping[str, Any]) -> Self:
        """Return a box with the parts of a game's figures; see `data`."""
        data = check_mapping(data, name="data")
        if game == "market-stand":
            return self.with_part("deck", data) if data else self
        given = {part: data[part] for part in parts_of(game) if data.get(part) is not None}
        if data.get("speed_move_limit", 1) is None and "speed_move_limit" in parts_of(game):
            given["speed_move_limit"] = NO_LIMIT
        return self.with_parts(given)

    @cached_property
    def tiles(self) -> StartTiles:
        """Sides of the start tiles."""

        def parse(sides: object) -> StartTiles:
            return StartTiles(f"tiles of {self.source or 'the box'}", _in_file("tiles", sides))

        return self._loaded("tiles", load_start_tiles(), load_start_tiles, parse, why_assumed=None)

    @property
    def own_tiles(self) -> StartTiles | None:
        """The user's tiles, if any."""
        return self.tiles if self.own.get("tiles") else None

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Booths of each color."""
        with codec.error_context(self.source):
            counts: tuple[int, ...] = _in_file("counts", self.own.get("counts")) or STANDARD_COUNTS
            if sum(counts) != STANDARD_BOARD.spots - 1:
                raise InputError(f"invalid counts {list(counts)}: expected a sum of 29")
        return counts

    @cached_property
    def ranks(self) -> SoloRanks:
        """Solo ranks."""
        ranks, parse = load_solo_ranks(), SoloRanks.from_list
        return self._loaded("ranks", ranks, load_solo_ranks, parse, why_assumed=None)

    @cached_property
    def deck(self) -> "Deck":
        """Cards of the market stand game."""
        from chatuchak_solver.stand.deck import Deck, load_deck, shipped_deck

        known = {"assumed": False, "why_assumed": ""}
        return self._loaded("deck", shipped_deck(), load_deck, Deck.from_dict, **known)

    def data(self, game: str) -> codec.JsonObject:
        """Return the user's figures of a game, such as ``mercado``, for its setup."""
        found: codec.JsonObject = {
            part: self._plain(part)
            for part in parts_of(game)
            if part in self.own and (part == "deck" or self.own[part] is not None)
        }
        for part in ("deck", "river_market"):  # objects with several figures
            found |= found.pop(part, {})
        numbers = range(1, len(found.get("tiles", ())) + 1)
        if len(numbers) not in (0, len(load_start_tiles())):
            found.setdefault("tile_sides", [[number] for number in numbers])
        return found

    def to_dict(self) -> codec.JsonObject:
        """Return a box file of the user's parts, without file names."""
        confirmed = [part for part, value in self.own.items() if value is None]
        document: codec.JsonObject = {"format": "chatuchak-box", "version": 1}
        if confirmed:
            document["confirmed"] = confirmed
        return document | {part: self._plain(part) for part in self.own if part not in confirmed}

    def _plain(self, part: Part) -> Any:
        if part == "tiles":
            return [str(grid) for grid in self.tiles.grids]
        if part == "ranks":
            return [rank.to_dict() for rank in self.ranks.ranks]
        if part == "deck":
            return self.deck.to_dict()
        with codec.error_context(self.source):
            return codec.to_builtins(_in_file(part, self.own[part]))

    def assumed_parts(self, *parts: Part) -> tuple[Part, ...]:
        """Return the assumed ones of the parts."""
        return tuple(self.reasons(*parts))

    def reasons(self, *parts: Part) -> dict[Part, str]:
        """Return the reason, one line, for each assumed part; tiles may depend on counts."""
        if "tiles" in parts and "tiles" in self.own and self.tiles.uses_counts:
            parts = tuple(part for part in PARTS if part in (*parts, "counts"))
        found = {part: self._reason(part) for part in parts}
        return {part: reason for part, reason in found.items() if reason is not None}

    def _reason(self, part: Part) -> str | None:
        if part not in self.own:
            return why_part_assumed(part)
        if part == "deck":
            return deck_reasons(self.deck).get(part)
        return getattr(self, part).why_assumed if part in ("tiles", "ranks") else None

    def confirms(self, part: Part) -> bool:
        """Return whether the user confirms a part as assumed."""
        own = self.own.get(part)
        return part in self.own and (own is None or self._plain(part) == shipped_part(part))

    def faults(self) -> Iterator[str]:
        """Yield one line per invalid part, with the path of the invalid value."""
        from chatuchak_solver.games.registry import every_game, new_game

        plain = replace(self, source="")
        for part in (part for part, value in self.own.items() if value is not None):
            try:
                if part in ("tiles", "counts", "ranks", "deck"):
                    with codec.error_context("" if part == "counts" else part):
                        getattr(plain, part)
                game = next((game.name for game in every_game() if part in game.parts), None)
                if game is not None and part != "tiles":
                    needed: set[Part] = {part, "tiles"} if part == "tile_sides" else {part}
                    own = {name: value for name, value in self.own.items() if name in needed}
                    new_game(game, data=replace(plain, own=own).data(game))
            except InputError as error:
                yield f"{part}: {error}" if part == "river_market" else str(error)
            except OSError as error:
                yield f"{part}: {error.filename}: {error.strerror}"

    def _loaded(
        self, part: Part, shipped: T, load: Callable[[Path], T], parse: Callable[[Any], T],
        **confirmed: object,
    ) -> T:  # fmt: skip
        """Return the user's part, or the shipped one, changed if ``confirmed``."""
        given = self.own.get(part)
        if given is None:
            return replace(shipped, **confirmed) if part in self.own else shipped  # type: ignore[type-var]
        given = given() if callable(given) else given
        if isinstance(given, type(shipped)):
            return given
        if isinstance(given, str):
            return load(self._file(given))
        with codec.error_context(self.source):
            return parse(given)

    def _file(self, name: str) -> Path:
        if self.folder is None:
            raise InputError(f"invalid value {quote(name)}: expected the data, not a file's name")
        return self.folder / name


def load_box(path: codec.Source) -> Box:
    """Return the box in a file, bytes or a mapping."""
    return _check_box(read_box(path))


def read_box(path: codec.Source) -> Box:
    """Return an unchecked box; see `Box.faults`."""
    document, name = codec.read_json(path)
    return box_from_document(document, source=name, folder=Path(name).parent)


def box_from_document(document: Any, *, source: str, folder: Path | None = None) -> Box:
    """Return an unchecked box; file names are relative to ``folder``, None rejects them."""
    document = _without_comments(document)
    file = codec.convert(document, BoxFile, source=source)
    given = {part: getattr(file, part) for part in PARTS}
    if document.get("speed_move_limit", 1) is None:
        given["speed_move_limit"] = NO_LIMIT
    own = {
        part: value
        for part, value in given.items()
        if value is not None and (part in file.confirmed or document[part] != shipped_part(part))
    }
    return Box({**dict.fromkeys(file.confirmed), **own}, source, folder)


def _in_file(part: Part, value: object) -> Any:
    """Return a part as in a `BoxFile`; InvalidInstanceError if it is invalid."""
    value = None if (part, value) == ("speed_move_limit", NO_LIMIT) else value
    return getattr(codec.convert({part: value}, BoxFile), part)


def _check_box(box: Box) -> Box:
    with codec.error_context(box.source):
        for fault in box.faults():
            raise InputError(fault)
    return box


def deck_reasons(deck: "Deck | None") -> Reasons:
    """Return why a deck is assumed, if it is; stands given as seen depend on none."""
    return {"deck": deck.why_assumed} if deck is not None and deck.assumed else {}


def shipped_part(part: Part) -> Any:
    """Return the assumed value of a part, JSON-ready."""
    if part == "counts":
        return list(STANDARD_COUNTS)
    file, name = _FILES[part]
    figures = {key: value for key, value in _document(file).items() if key not in ASSUMED_FIELDS}
    return figures[name] if name else figures


@cache
def _document(file: str) -> codec.JsonObject:
    document: codec.JsonObject = codec.parse_json(read_bytes(file)[0])
    return document


def why_part_assumed(part: Part) -> str:
    """Return why a part of the default box is assumed, in one line."""
    if part == "counts":
        return "The number of booths of each color is not in the rulebook's text."
    why: str | dict[str, str] = _document(_FILES[part][0])["why_assumed"]
    return why if isinstance(why, str) else why.get(part) or " ".join(why.values())


def _without_comments(value: Any) -> Any:
    if isinstance(value, dict):
        fields = ((name, part) for name, part in value.items() if str(name)[:2] != "//")
        return {name: _without_comments(part) for name, part in fields}
    return [_without_comments(part) for part in value] if isinstance(value, list) else value


def box_template() -> codec.JsonObject:
    """Return a box file with the assumed values, and reasons above each part."""
    found: codec.JsonObject = {
        "//": "Replace the values of the parts that you know. Parts that you leave unchanged stay "
        "assumed; list a part under 'confirmed' if the assumed values are right.",
        "format": "chatuchak-box",
        "version": 1,
        "confirmed": [],
    }
    for part in PARTS:
        found[f"// {part}"] = why_part_assumed(part)
        found[part] = shipped_part(part)
    return found


class AssumedAnswer(codec.Answer, frozen=True, kw_only=True):
    """Base of answers that may depend on assumed data; else without the fields.

    Attributes
    ----------
    assumed
        Whether the answer depends on assumed data.
    why_assumed
        Reasons, one line each.
    assumed_parts
        Assumed parts of the box.
    """

    assumed: bool = False
    why_assumed: tuple[str, ...] = ()
    assumed_parts: tuple[Part, ...] = ()


class BoxPart(codec.Answer, frozen=True):
    """A part of a box in ``box show --json``.

    Attributes
    ----------
    part
        Name.
    assumed
        Whether it is assumed.
    why_assumed
        Reason; null for the user's own.
    value
        Value, as in a box file.
    """

    part: Part
    assumed: bool
    why_assumed: str | None
    value: Any


class BoxAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The answer of ``box show --json``.

    Attributes
    ----------
    file
        Box file; null for the default box.
    parts
        All parts.
    """

    file: str | None
    parts: tuple[BoxPart, ...]


class BoxCheck(codec.Answer, frozen=True, kw_only=True):
    """The answer of ``box check --json`` and ``box add --json``.

    Attributes
    ----------
    valid
        Whether the file has no mistake.
    faults
        Mistakes, one line each.
    tiles
        Number of tiles after ``box add``.
    added
        Number of added tiles.
    """

    valid: bool
    faults: tuple[str, ...]
    tiles: int | None = None
    added: int | None = None


def box_answer(box: Box) -> BoxAnswer:
    """Return all parts of a box."""
    reasons = box.reasons(*PARTS)
    given = {part: value for part, value in box.own.items() if value is not None}
    values = {p: box._plain(p) if p in ("tiles", "speed_move_limit") else given[p] for p in given}
    parts = (
        BoxPart(part, part in reasons, reasons.get(part), values.get(part, shipped_part(part)))
        for part in PARTS
    )
    return BoxAnswer(file=box.source or None, parts=tuple(parts))


def add_tiles(path: Path, grids: Sequence[Grid]) -> tuple[str, BoxCheck]:
    """Return the text of a box file with more tiles; a missing file starts from the template."""
    exists = path.exists()
    box = load_box(path) if exists else Box.default()
    document = codec.read_json(path)[0] if exists else box_template()
    given = box.own.get("tiles") or ()
    if isinstance(given, str):
        raise InputError(f"{path}: invalid tiles {given}: expected grids in the box file itself")
    added = [grid for grid in dict.fromkeys(grids) if grid not in given]
    document["tiles"] = [str(grid) for grid in (*given, *added)]  # numbers remain
    answer = BoxCheck(valid=True, faults=(), tiles=len(given) + len(added), added=len(added))
    return f"{codec.encode_lines(document)}\n", answer
