"""Stand files: the finished stands of a game, as ``score stand`` reads them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from chatuchak_solver.arguments import FileName, checked_all, checked_type
from chatuchak_solver.document import JsonObject, Node, read_json
from chatuchak_solver.sheet import Field, Printed, Sheet
from chatuchak_solver.stand.deck import Deck, deck_of_document, shipped_deck
from chatuchak_solver.stand.groups import Announcement, tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.scoring import (
    DEFAULT_TEAMS,
    Entry,
    FinalScore,
    Teams,
    Variant,
    score,
    why_not_announced,
)
from chatuchak_solver.stand.space import GOODS, checked_goods, space_text
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

MOST_PLAYERS = 4


def _typed_rows(rows: list[str]) -> JsonObject:
    """Read a stand as seen, or as its cards, such as ``c07@2:-1r90``, in the order laid."""
    words = [word for row in rows for word in row.split()]
    if words and "@" in words[0]:
        deck = shipped_deck()
        stand = Stand(tuple(Placement.parse(word, deck) for word in words))
        return {"placements": stand.to_list()}
    return {"visible": Picture.parse(rows).text_rows()}


SHEET: Final = Sheet(
    range(2, MOST_PLAYERS + 1),
    (
        Field("announce", list[str], "The goods that the player announces."),
        Field("placements", list[Placement], "Cards as they lie, in the order laid."),
        Field("visible", list[str], "The stand as seen, row by row.",
              "the stand as seen, a row a line, or its cards; an empty line ends it",
              _typed_rows, lines=True),
    ),
    (
        Field("deck", str, "The file of the deck; the shipped one where it is left out."),
        Field("variant", Variant, "standard, two-player or teams."),
        Field("teams", list[list[int]], "The players of each team, from 0."),
    ),
    printed=Printed(
        "Market stand",
        MOST_PLAYERS,
        (
            "I announce", "Strawberries", "Bananas", "Grapes", "Carrots", "Mushrooms",
            "Mice: -2 each", "Total",
        ),
        (
            "A good that anybody announces counts once for everybody:",
            "spaces of the biggest group x number of groups.",
            "Two players announce two goods each. Ties: fewest mice.",
        ),
    ),
)  # fmt: skip
"""What is written down of a game."""


@dataclass(frozen=True, slots=True)
class PlayerStand:
    """One player of a stand file.

    Attributes
    ----------
    picture
        The stand as seen.
    stand
        Its placements, where the file gives them.
    announced
        The announced goods, or None where the file leaves the choice open.

    Raises
    ------
    InputError
        If a value is of another type.
    """

    name: str
    picture: Picture
    stand: Stand | None
    announced: Announcement | None

    def __post_init__(self) -> None:
        checked_type(self.name, str, what="a player's name")
        checked_type(self.picture, Picture, what="the picture", hint="Stand.picture()")
        if self.stand is not None:
            checked_type(self.stand, Stand, what="the stand")
        if self.announced is not None:
            object.__setattr__(self, "announced", checked_goods(self.announced))

    def doubts(self) -> tuple[str, ...]:
        """Return what speaks against this being a finished stand; it can be scored all the same."""
        if self.stand is None:
            return tuple(f"{doubt}: not a possible stand" for doubt in self.picture.doubts())
        if not self.stand.is_complete:
            return (f"{len(self.stand)} of {STAND_CARDS} cards are placed: not finished",)
        return ()


@dataclass(frozen=True, slots=True)
class StandFile:
    """A finished game of the market stand.

    Raises
    ------
    InputError
        If a value is of another type.
    """

    deck: Deck
    variant: Variant
    teams: Teams | None
    players: tuple[PlayerStand, ...]

    def __post_init__(self) -> None:
        checked_type(self.deck, Deck, what="the deck", hint="shipped_deck()")
        checked_type(self.variant, Variant, what="the variant", hint="Variant.STANDARD")
        if self.teams is not None:
            checked_type(self.teams, tuple, what="the teams", hint="((0, 2), (1, 3))")
        players = checked_all(self.players, PlayerStand, what="the players")
        object.__setattr__(self, "players", players)

    @classmethod
    def from_node(cls, node: Node, *, directory: Path) -> Self:
        """Read a stand file's document.

        Parameters
        ----------
        directory
            As in `chatuchak_solver.stand.request.StandRequest.from_node`.

        Raises
        ------
        InvalidInstanceError
            If anything in it is wrong; the message names the place.
        """
        fields = node.given(("players",), tuple(one.name for one in SHEET.of_game))
        deck = deck_of_document(fields.get("deck"), directory=directory)
        items = fields["players"].items(least=2, most=MOST_PLAYERS)
        variant = _read_variant(fields, len(items))
        teams = None
        if "teams" in fields:
            if variant is not Variant.TEAMS:
                raise fields["teams"].error(f"the variant {variant.value} has no teams")
            teams = _read_teams(fields["teams"])
        elif variant is Variant.TEAMS:
            teams = DEFAULT_TEAMS
        players = tuple(_read_player(item, deck) for item in items)
        names = (
            (item.child("name", player.name), player.name)
            for item, player in zip(items, players, strict=True)
        )
        list(node.distinct(names))
        _check_cards(items, players)
        _check_announcements(items, players, variant)
        return cls(deck, variant, teams, players)

    def score(self) -> FinalScore:
        """Return the final scores."""
        entries = [
            Entry(player.name, tally(player.picture), player.announced) for player in self.players
        ]
        return score(entries, self.variant, self.teams)


def load_stand_file(path: FileName) -> StandFile:
    """Read a stand file.

    Raises
    ------
    OSError
        If the file cannot be read.
    InvalidInstanceError
        If anything in it is wrong; the message names the file and the place.
    """
    return StandFile.from_node(read_json(path), directory=Path(path).parent)


def read_goods(node: Node) -> Announcement:
    """Return the goods of a list of letters, each at most once, in the order of `GOODS`."""
    letters = [(item, item.choice(GOODS)) for item in node.items(most=len(GOODS))]
    return tuple(sorted(node.distinct(letters), key=GOODS.index))


def _read_variant(fields: dict[str, Node], players: int) -> Variant:
    if "variant" in fields:
        variant = Variant(fields["variant"].choice([one.value for one in Variant]))
    else:
        variant = Variant.usual(players, teams="teams" in fields)
    if players not in variant.players:
        wanted = " or ".join(str(count) for count in variant.players)
        raise fields["players"].error(
            f"the variant {variant.value} is for {wanted} players, found {players}"
        )
    return variant


def _read_teams(node: Node) -> Teams:
    pairs = [
        [seat.integer(least=0, most=MOST_PLAYERS - 1) for seat in team.items(least=2, most=2)]
        for team in node.items(least=2, most=2)
    ]
    first, second = ((pair[0], pair[1]) for pair in pairs)
    if len({*first, *second}) < MOST_PLAYERS:
        raise node.error(f"each of the players 0 to 3 is in one team, found {pairs}")
    return first, second


def _read_player(node: Node, deck: Deck) -> PlayerStand:
    fields = node.given(("name",), tuple(one.name for one in SHEET.of_player))
    stand = picture = None
    if "placements" in fields:
        stand = Stand.from_node(fields["placements"], deck, least=1)
    if "visible" in fields:
        picture = Picture.from_node(fields["visible"])
    if stand is None and picture is None:
        raise node.error('the stand is missing: give "placements" or "visible"')
    if stand is not None and picture is not None:
        _check_agreement(fields["visible"], stand.picture(), picture.trimmed())
    if stand is not None:
        picture = stand.picture()
    assert picture is not None
    announced = read_goods(fields["announce"]) if "announce" in fields else None
    return PlayerStand(fields["name"].label(), picture, stand, announced)


def _check_agreement(node: Node, placed: Picture, seen: Picture) -> None:
    """Raise where a picture differs from what the placements show."""
    if (placed.height, placed.width) != (seen.height, seen.width):
        raise node.error(
            f"{seen.height} rows of {seen.width} spaces are to be seen, but the placements show "
            f"{placed.height} rows of {placed.width}"
        )
    for y, (row, other) in enumerate(zip(seen.rows, placed.rows, strict=True), start=1):
        for x, (space, expected) in enumerate(zip(row, other, strict=True), start=1):
            if space != expected:
                raise node.error(
                    f"row {y}, column {x} shows {space_text(space)}, but the placements show "
                    f"{space_text(expected)} there: later cards lie on top, never tucked under"
                )


def _check_cards(items: list[Node], players: tuple[PlayerStand, ...]) -> None:
    """Raise where two players have the same card; each card is there once."""
    used = (
        (item.child("placements", None).child(index, None).child("card", card.id), card.id)
        for item, player in zip(items, players, strict=True)
        if player.stand is not None
        for index, card in enumerate(player.stand.cards)
    )
    list(items[0].distinct(used))


def _check_announcements(
    items: list[Node], players: tuple[PlayerStand, ...], variant: Variant
) -> None:
    """Raise where a player announced anything but the biggest goods."""
    for item, player in zip(items, players, strict=True):
        if player.announced is not None:
            stand = tally(player.picture)
            reason = why_not_announced(stand, player.announced, variant.announced)
            if reason:
                raise item.child("announce", player.announced).error(reason)
