"""Final scores for 2 to 4 players: announcements, ties, mice, teams and winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain, product
from operator import index
from typing import Self

import msgspec

from chatuchak_solver.arguments import Choice, check_all, check_int, check_type, describe_range
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.untrusted import describe
from chatuchak_solver.stand.groups import (
    MOUSE_POINTS,
    Announcement,
    GoodTally,
    GoodTallyAnswer,
    StandTally,
)
from chatuchak_solver.stand.space import GOODS, KIND_NAMES

Teams = tuple[tuple[int, int], tuple[int, int]]
"""Two teams of two players, by their indices."""

DEFAULT_TEAMS: Teams = ((0, 2), (1, 3))
"""Partners sit opposite."""


class Variant(Choice):
    """Scoring variant."""

    STANDARD = "standard"
    TWO_PLAYER = "two-player"
    TEAMS = "teams"

    @property
    def announced(self) -> int:
        """The number of goods that each player announces."""
        return 2 if self is Variant.TWO_PLAYER else 1

    @property
    def players(self) -> range:
        """The possible numbers of players."""
        return {
            Variant.STANDARD: range(2, 5),
            Variant.TWO_PLAYER: range(2, 3),
            Variant.TEAMS: range(4, 5),
        }[self]

    def check_players(self, count: int) -> None:
        """Raise `InvalidInstanceError` if the variant does not allow this number of players."""
        if count not in self.players:
            span = describe_range(self.players[0], self.players[-1], "players")
            raise InvalidInstanceError(
                f"invalid number of players {count}: expected {span} for the variant {self.value}"
            )

    @classmethod
    def usual(cls, players: int, *, teams: bool) -> Self:
        """Return the default variant for a number of players.

        Four players without ``teams`` play alone.
        """
        players = check_int(players, name="number of players")
        cls.STANDARD.check_players(players)
        if players == 4 and teams:
            return cls.TEAMS
        return cls.TWO_PLAYER if players == 2 else cls.STANDARD


class Origin(StrEnum):
    """Origin of a player's announcement."""

    ONLY = "only"
    """The only legal one."""
    GIVEN = "given"
    """The player's choice among ties."""
    CHOSEN = "chosen"
    """Computed for a tie: the best one for the owner's, or the owner's team's, total."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's finished stand for scoring.

    Attributes
    ----------
    announced
        The goods that the player announced, or None for the best choice.
    """

    name: str
    tally: StandTally
    announced: Announcement | None = None

    def __post_init__(self) -> None:
        check_type(self.name, str, name="player's name")
        check_type(self.tally, StandTally, name="tally", hint="tally(stand.picture())")
        if self.announced is not None:
            announced = check_all(self.announced, str, name="announced goods")
            ordered = tuple(sorted(announced, key=GOODS.find))
            object.__setattr__(self, "announced", ordered)


class PlayerScoreAnswer(Answer, frozen=True):
    """The JSON form of a `PlayerScore`."""

    name: str
    announced: Announcement
    origin: Origin = msgspec.field(name="announcement")
    goods: dict[str, GoodTallyAnswer]
    mice: Count
    total: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's final score.

    Attributes
    ----------
    announced
        The announced goods in the order of `GOODS`.
    origin
        The origin of the announcement.
    choices
        All legal announcements; several for ties.
    total
        Points of all scoring goods and mice.
    scoring_goods
        The goods that any player announced, by letter.
    """

    name: str
    tally: StandTally
    announced: Announcement
    origin: Origin
    choices: tuple[Announcement, ...]
    total: int
    scoring_goods: tuple[str, ...] = ()

    @property
    def goods(self) -> dict[str, GoodTally]:
        """The player's tally of each scoring good."""
        return {good: self.tally.goods[good] for good in self.scoring_goods}

    @property
    def mice(self) -> int:
        """Visible mice."""
        return self.tally.mice

    @property
    def mouse_points(self) -> int:
        """Points for the mice, <= 0."""
        return MOUSE_POINTS * self.tally.mice


class TeamScoreAnswer(Answer, frozen=True):
    """The JSON form of a `TeamScore`."""

    names: tuple[str, ...] = msgspec.field(name="players")
    mice: Count
    total: int


@dataclass(frozen=True, slots=True)
class TeamScore:
    """Sums of one team.

    Attributes
    ----------
    names
        The names of its players.
    mice
        Visible mice of both.
    """

    players: tuple[int, ...]
    total: int
    mice: int
    names: tuple[str, ...] = ()


class FinalScoreAnswer(Answer, frozen=True):
    """The JSON form of a `FinalScore`."""

    variant: Variant
    scoring_goods: Announcement
    players: tuple[PlayerScoreAnswer, ...]
    winner_names: tuple[str, ...] = msgspec.field(name="winners")
    teams: tuple[TeamScoreAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class FinalScore:
    """Result of a game.

    Attributes
    ----------
    scoring_goods
        The goods that any player announced, by letter.
    teams
        The teams' sums; empty without teams.
    winners
        Indices of the winning players, ascending: all players of a winning team, several in a
        shared tie.
    """

    variant: Variant
    scoring_goods: tuple[str, ...]
    players: tuple[PlayerScore, ...]
    teams: tuple[TeamScore, ...]
    winners: tuple[int, ...]

    @property
    def winner_names(self) -> tuple[str, ...]:
        """The names of the winners; several for a shared tie."""
        return tuple(self.players[index].name for index in self.winners)

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        return FinalScoreAnswer.of(self).to_dict()


def why_not_announced(tally: StandTally, chosen: Sequence[str], count: int) -> str | None:
    """Return the reason why a player cannot announce ``chosen``, or None if legal."""
    sizes = {good: tally.goods[good].biggest for good in GOODS}
    for good in chosen:
        if good not in sizes:
            return f"invalid good {good!a}: expected one of {', '.join(GOODS)}"
        if not sizes[good]:
            return f"no {KIND_NAMES[good]} ({good}) is visible in the stand"
    if len(set(chosen)) < len(chosen):
        return "a good is announced twice"
    wanted = min(count, sum(map(bool, sizes.values())))
    if len(chosen) != wanted:
        return f"expected {wanted} good{'s' * (wanted != 1)}, found {len(chosen)}"
    if smaller := tally.smaller_than_left_out(chosen):
        good, other = smaller
        return (
            f"{good} has a biggest group of {sizes[good]}, but {other} has one of {sizes[other]}: "
            "only the biggest is announced"
        )
    return None


def choose_announcements(
    tallies: Sequence[StandTally],
    given: Sequence[Announcement | None],
    count: int,
    teams: Teams | None = None,
) -> tuple[Announcement, ...]:
    """Return every player's announcement, with a choice for each None in ``given``.

    A side is a player, or a team. A single choosing side maximizes its total. Several sides'
    choices are in equilibrium: no side can improve its total by another choice. One always exists:
    a side picks from a matroid, and a good is worth its points to a side unless another announces
    it (a congestion game with player-specific payoffs; Ackermann, Röglin, Vöcking, 2009). Among
    several equilibria the sides' totals decide in order, then the order of `GOODS`.
    """
    sides = teams or [(seat,) for seat in range(len(tallies))]
    options = [
        tally.announcements(count) if choice is None else (choice,)
        for tally, choice in zip(tallies, given, strict=True)
    ]

    @cache
    def totals(chosen: tuple[Announcement, ...]) -> tuple[int, ...]:
        scoring = set(chain(*chosen))
        return tuple(sum(tallies[seat].total(scoring) for seat in side) for side in sides)

    def is_equilibrium(chosen: tuple[Announcement, ...]) -> bool:
        for number, side in enumerate(sides):
            choices = [options[at] if at in side else [own] for at, own in enumerate(chosen)]
            if any(totals(other)[number] > totals(chosen)[number] for other in product(*choices)):
                return False
        return True

    return max(filter(is_equilibrium, product(*options)), key=totals)


def score(
    entries: Sequence[Entry], variant: Variant | None = None, teams: Teams | None = None
) -> FinalScore:
    """Return the final scores and the winners.

    Parameters
    ----------
    entries
        The players in seat order.
    variant
        By default `Variant.usual`.
    teams
        For the variant with teams, by default `DEFAULT_TEAMS`.

    Raises
    ------
    InvalidInstanceError
        If the variant does not allow the number of players, the teams do not contain every player
        once, or an announcement is not one of the player's largest goods.
    """
    entries = check_all(entries, Entry, name="entries", hint="Entry(name, tally)")
    if variant is None:
        variant = Variant.usual(len(entries), teams=teams is not None)
    check_type(variant, Variant, name="variant", hint="Variant.STANDARD")
    variant.check_players(len(entries))
    pairs = check_teams(variant, teams)
    for entry in entries:
        if entry.announced is not None:
            reason = why_not_announced(entry.tally, entry.announced, variant.announced)
            if reason:
                raise InvalidInstanceError(f"{entry.name} cannot announce that: {reason}")
    tallies, given = zip(*((entry.tally, entry.announced) for entry in entries), strict=True)
    announced = choose_announcements(tallies, given, variant.announced, pairs or None)
    scoring = tuple(sorted(set(chain(*announced))))
    players = []
    for entry, choice in zip(entries, announced, strict=True):
        choices, total = entry.tally.announcements(variant.announced), entry.tally.total(scoring)
        origin = Origin.ONLY
        if len(choices) > 1:
            origin = Origin.CHOSEN if entry.announced is None else Origin.GIVEN
        player = PlayerScore(entry.name, entry.tally, choice, origin, choices, total, scoring)
        players.append(player)
    sums = []
    for side in pairs or [(seat,) for seat in range(len(players))]:
        members = [players[seat] for seat in side]
        total, mice = sum(own.total for own in members), sum(own.mice for own in members)
        sums.append(TeamScore(side, total, mice, tuple(own.name for own in members)))
    # The most points win, then the fewest mice.
    best = max((side.total, -side.mice) for side in sums)
    winners = (seat for side in sums if (side.total, -side.mice) == best for seat in side.players)
    teams_sums = tuple(sums) if pairs else ()
    return FinalScore(variant, scoring, tuple(players), teams_sums, tuple(sorted(winners)))


def check_teams(variant: Variant, teams: Teams | None) -> Teams | tuple[()]:
    """Return the teams of a game, by default `DEFAULT_TEAMS`; empty for a variant without teams.

    Raises
    ------
    InvalidInstanceError
        If the variant has no teams, or the teams do not contain each of four players once.
    """
    if variant is not Variant.TEAMS:
        if teams is not None:
            raise InvalidInstanceError(f"the variant {variant.value} has no teams")
        return ()
    try:
        first, second = (
            (index(a), index(b)) for a, b in (DEFAULT_TEAMS if teams is None else teams)
        )
    except (TypeError, ValueError):
        first = second = (0, 0)
    if sorted((*first, *second)) != [0, 1, 2, 3]:
        raise InvalidInstanceError(
            f"invalid teams {describe(teams)}: expected each of the players 0 to 3 once"
        )
    return first, second
