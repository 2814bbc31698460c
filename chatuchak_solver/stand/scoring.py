"""Final scores for 2 to 4 players: announcements, ties, mice, teams and winners."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from math import prod
from operator import index
from typing import Final, Self

import msgspec

from chatuchak_solver.arguments import ChoiceMeta, check_all, check_int, check_type, reject_unknown
from chatuchak_solver.codec import Answer, Count, JsonObject
from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.io.untrusted import describe
from chatuchak_solver.stand.groups import (
    MOUSE_POINTS,
    Announcement,
    GoodTally,
    GoodTallyAnswer,
    StandTally,
)
from chatuchak_solver.stand.space import GOODS, KIND_NAMES, check_goods

Teams = tuple[tuple[int, int], tuple[int, int]]
"""Two teams of two players, by their indices."""

DEFAULT_TEAMS: Final[Teams] = ((0, 2), (1, 3))
"""Partners sit opposite."""


class Variant(StrEnum, metaclass=ChoiceMeta):
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
            first, last = self.players[0], self.players[-1]
            span = str(first) if first == last else f"{first} to {last}"
            raise InvalidInstanceError(
                f"invalid number of players {count}: expected {span} for the variant {self.value}"
            )

    _missing_ = reject_unknown("variant")

    @classmethod
    def usual(cls, players: int, *, teams: bool) -> Self:
        """Return the default variant for a number of players.

        Four players without ``teams`` play alone.
        """
        players = check_int(players, 2, 4, name="number of players")
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
            object.__setattr__(self, "announced", announced)


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

    players: tuple[int, int]
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
    check_type(tally, StandTally, name="tally", hint="tally(stand.picture())")
    chosen = check_all(chosen, str, name="announced goods")
    count = check_int(count, 0, len(GOODS), name="number of goods announced")
    sizes = {good: tally.goods[good].biggest for good in GOODS}
    for good in chosen:
        if good not in sizes:
            return f"invalid good {good!a}: expected one of {', '.join(GOODS)}"
        if not sizes[good]:
            return f"no {KIND_NAMES[good]} ({good}) is visible in the stand"
    if len(set(chosen)) < len(chosen):
        return "a good is announced twice"
    wanted = min(count, sum(size > 0 for size in sizes.values()))
    if len(chosen) != wanted:
        return f"expected {wanted} good{'s' * (wanted != 1)}, found {len(chosen)}"
    smaller = tally.smaller_than_left_out(chosen)
    if smaller:
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
    tallies = check_all(tallies, StandTally, name="tallies", hint="tally(stand.picture())")
    choices_given = check_all(given, object, name="announcements")
    if len(choices_given) != len(tallies):
        raise InputError(
            f"invalid number of announcements {len(choices_given)}: expected {len(tallies)}, one "
            "for each tally"
        )
    given = [None if choice is None else check_goods(choice) for choice in choices_given]
    seats = range(len(tallies))
    sides: Sequence[Sequence[int]] = [(seat,) for seat in seats]
    if teams is not None:
        if len(tallies) != 4:
            raise InputError(f"invalid number of tallies {len(tallies)}: expected 4 for two teams")
        sides = _check_pairs(teams)
    options = [
        tally.announcements(count) if choice is None else (choice,)
        for tally, choice in zip(tallies, given, strict=True)
    ]
    if prod(len(choices) for choices in options) == 1:
        return tuple(choices[0] for choices in options)

    def total(side: Sequence[int], chosen: Iterable[Announcement]) -> int:
        scoring = set().union(*chosen)
        return sum(tallies[seat].total(scoring) for seat in side)

    best: tuple[tuple[int, ...], tuple[Announcement, ...]] | None = None
    for chosen in product(*options):
        totals = tuple(total(side, chosen) for side in sides)
        if best is not None and totals <= best[0]:
            continue
        if all(
            totals[number] >= total(side, (*other, *(chosen[s] for s in seats if s not in side)))
            for number, side in enumerate(sides)
            for other in product(*(options[seat] for seat in side))
        ):
            best = totals, chosen
    assert best is not None, "an equilibrium exists"
    return best[1]


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
    if not 2 <= len(entries) <= 4:
        raise InvalidInstanceError(f"invalid number of players {len(entries)}: expected 2 to 4")
    if variant is None:
        variant = Variant.usual(len(entries), teams=teams is not None)
    check_type(variant, Variant, name="variant", hint="Variant.STANDARD")
    variant.check_players(len(entries))
    pairs = check_teams(variant, teams)
    given = [_ordered(entry.announced) for entry in entries]
    for entry in entries:
        if entry.announced is not None:
            reason = why_not_announced(entry.tally, entry.announced, variant.announced)
            if reason:
                raise InvalidInstanceError(f"{entry.name} cannot announce that: {reason}")
    tallies = [entry.tally for entry in entries]
    announced = choose_announcements(tallies, given, variant.announced, pairs or None)
    scoring = tuple(sorted({good for choice in announced for good in choice}))
    players = tuple(
        _player_score(entry, choice, scoring, variant)
        for entry, choice in zip(entries, announced, strict=True)
    )
    sides = pairs or tuple((seat,) for seat in range(len(players)))
    sums = [
        (sum(players[seat].total for seat in side), sum(players[seat].mice for seat in side))
        for side in sides
    ]
    teams_sums = tuple(
        TeamScore(team, *total, tuple(players[seat].name for seat in team))
        for team, total in zip(pairs, sums, strict=False)
    )
    return FinalScore(variant, scoring, players, teams_sums, _winners(sides, sums))


def _winners(sides: Sequence[tuple[int, ...]], sums: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the seats of the sides with the most points, then the fewest mice."""
    best = max((total, -mice) for total, mice in sums)
    winners = (
        seat
        for side, (total, mice) in zip(sides, sums, strict=True)
        if (total, -mice) == best
        for seat in side
    )
    return tuple(sorted(winners))


def _player_score(
    entry: Entry, announced: Announcement, scoring: tuple[str, ...], variant: Variant
) -> PlayerScore:
    choices = entry.tally.announcements(variant.announced)
    if len(choices) == 1:
        origin = Origin.ONLY
    else:
        origin = Origin.CHOSEN if entry.announced is None else Origin.GIVEN
    return PlayerScore(
        entry.name, entry.tally, announced, origin, choices, entry.tally.total(scoring), scoring
    )


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
    return _check_pairs(DEFAULT_TEAMS if teams is None else teams)


def _check_pairs(teams: Teams) -> Teams:
    try:
        first, second = ((index(player), index(partner)) for player, partner in teams)
        fits = sorted((*first, *second)) == [0, 1, 2, 3]
    except (TypeError, ValueError):
        fits = False
    if not fits:
        found = describe(teams)
        raise InvalidInstanceError(
            f"invalid teams {found}: expected each of the players 0 to 3 once"
        )
    return first, second


def _ordered(announced: Announcement | None) -> Announcement | None:
    if announced is None:
        return None
    return tuple(sorted(announced, key=lambda good: GOODS.find(good)))
