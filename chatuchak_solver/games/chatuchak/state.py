"""The position of the multiplayer game, and its final ranking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, ClassVar, NamedTuple, Self

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.codec import Form, Notation, check_unique
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games import contract
from chatuchak_solver.games.chatuchak import actions as act
from chatuchak_solver.games.chatuchak import setup
from chatuchak_solver.games.chatuchak.markers import Marker, Profile, markers_in_play, profile_of
from chatuchak_solver.games.contract import Data, GameState
from chatuchak_solver.games.stored import Stored
from chatuchak_solver.puzzle import Color, Grid, MoveRule


class Result(NamedTuple):
    """The sort key of a player's final rank.

    Attributes
    ----------
    stars
        Stars on the markers in the grid and on all tokens.
    minus
        The groups plus single booths of the worst color.
    general_stars
        The stars on general tokens: the first tie-break.
    mix_tokens
        The number of matching tokens of mix markers: the second one.
    """

    stars: int
    minus: int
    general_stars: int
    mix_tokens: int

    @property
    def total(self) -> int:
        """The points."""
        return self.stars - self.minus


def best(results: Sequence[Result]) -> tuple[int, ...]:
    """Return the indices of the winners: most points, then general stars, then mix tokens."""
    keys = [(result.total, result.general_stars, result.mix_tokens) for result in results]
    return tuple(index for index, key in enumerate(keys) if key == max(keys))


def clusters(grid: Grid) -> tuple[int, ...]:
    """Return the number of groups plus single booths per color."""
    return tuple(len(grid.component_masks(color)) for color in range(len(grid.color_masks)))


def worst_color(grid: Grid) -> tuple[Color, int]:
    """Return the (first) color with the most groups plus single booths, and the count."""
    counts = clusters(grid)
    worst = max(counts)
    return Color(counts.index(worst)), worst


Seat = Annotated[int, Meta(ge=0, le=4)]


class MarkerState(Form, frozen=True):
    """A marker in play.

    Attributes
    ----------
    marker
        Its name: group:R, mix:RG, path or rectangle.
    holder, token
        The owner of the marker and of its token, from 0; None for the center.
    """

    marker: Notation[Marker]
    holder: Seat | None
    token: Seat | None


def _read_markers(rows: tuple[MarkerState, ...], path: str) -> tuple[MarkerState, ...]:
    check_unique((f"{path}[{at}].marker", str(row.marker)) for at, row in enumerate(rows))
    found = {row.marker: row for row in rows}
    order = markers_in_play(marker for marker in found if marker.kind == "mix")
    for marker in order:
        if marker not in found:
            raise InvalidInstanceError(f"{path}: the marker {marker} is missing")
    return tuple(found[marker] for marker in order)


STORED_MARKERS = Stored(
    Annotated[tuple[MarkerState, ...], Meta(max_length=20)], tuple, _read_markers
)


@dataclass(frozen=True)
class ChatuchakState(GameState[act.Action]):
    """An immutable position; `rules` holds its legal actions and their effects.

    Attributes
    ----------
    figures
        The figures missing from the rules' text.
    grids
        Every player's grid, in notation.
    general_tokens
        Per player, the number of general tokens won, before any exchange.
    passed
        Per player, whether they have passed.
    turn
        The player to move, from 0; the time track's holder while the die is rolled and at the end.
    rolling
        Whether the die is due.
    tent
        The number of spaces of the time track moved by the tent.
    lowered
        The number of misses on the current space; each lowers its number by 1.
    """

    game: ClassVar[str] = "chatuchak"
    player_counts: ClassVar[range] = range(2, 6)
    setup_options: ClassVar[tuple[contract.SetupOption, ...]] = (setup.RULE_OPTION,)

    rule: MoveRule
    figures: setup.Figures = field(hash=False)
    grids: Annotated[tuple[Notation[Grid], ...], Meta(min_length=2, max_length=5)]
    markers: Annotated[tuple[MarkerState, ...], STORED_MARKERS]
    general_tokens: tuple[Annotated[int, Meta(ge=0, le=10_000)], ...]
    passed: tuple[bool, ...]
    turn: Seat = 0
    rolling: bool = False
    tent: Annotated[int, Meta(ge=0)] = 0
    lowered: Annotated[int, Meta(ge=0)] = 0

    @classmethod
    def set_up(cls, num_players: int, rng: Generator, data: Data, options: dict[str, str]) -> Self:
        """Set up a game; see `GameState.set_up` and the data file ``chatuchak_game.json``.

        ``data["start_grids"]`` replaces drawn tiles.
        """
        figures, given = setup.load_figures(data)
        grids = setup.draw_start_grids(num_players, given, rng)
        mixes = setup.draw_mixes(given, rng)
        return cls.start(grids, mixes=mixes, figures=figures, rule=MoveRule(options["rule"]))

    @classmethod
    def start(
        cls, grids: Iterable[Grid], *, mixes: Iterable[Marker], figures: setup.Figures,
        rule: MoveRule = MoveRule.JUMP,
    ) -> Self:  # fmt: skip
        """Return the start of a game with these grids, in the players' order, and mix markers."""
        grids = tuple(grids)
        rows = tuple(MarkerState(marker, None, None) for marker in markers_in_play(mixes))
        return cls(rule, figures, grids, rows, (0,) * len(grids), (False,) * len(grids))

    @property
    def requirement(self) -> int | None:
        """The lowest roll that moves the tent; None at the end."""
        return None if self.is_over else self.figures.time_track[self.tent] - self.lowered

    @cached_property
    def profiles(self) -> tuple[Profile, ...]:
        """The strengths of each grid."""
        markers = tuple([row.marker for row in self.markers])
        return tuple([profile_of(grid, markers) for grid in self.grids])

    @property
    def track_holder(self) -> int:
        """The holder of the time track: the last player in turn."""
        return len(self.grids) - 1

    def fits(self, player: int, index: int) -> bool:
        """Return whether a marker has a place in a player's grid."""
        return self.profiles[player].strengths[index] > 0

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.grids)

    @property
    def current_player(self) -> int:
        """The player to move, `CHANCE` for the die, the time track's holder after the end."""
        return contract.CHANCE if self.rolling else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the tent is on the last space."""
        return self.tent == len(self.figures.time_track)

    @property
    def max_actions(self) -> int | None:
        """Upper bound: the remaining rolls, with a turn of every player before each.

        Every roll reaches a number that falls to 1.
        """
        max_rolls = sum(self.figures.time_track[self.tent :]) - self.lowered
        return max_rolls * (self.num_players + 1)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From no stars to a general token for every marker at every turn."""
        low = -max(max(grid.counts) for grid in self.grids)
        figures, markers = self.figures, [row.marker for row in self.markers]
        general = figures.stars_of_general * len(markers) * sum(figures.time_track)
        stars = (*map(figures.stars_of_marker, markers), *map(figures.stars_of_token, markers))
        return low, sum(stars) + general

    def all_actions(self) -> tuple[act.Action, ...]:
        """Return the moves by spot, ``pass``, the rolls from 1."""
        return act.all_actions(self.grids[0].board)

    def parse(self, text: str) -> act.Action:
        """Parse an action; see `GameState.parse`."""
        action: act.Action = contract.read_action(act.NOTATION.parse, text)
        return action

    def results(self) -> tuple[Result, ...]:
        """Return each player's sort key if the game ended now."""
        figures = self.figures
        general = [tokens * figures.stars_of_general for tokens in self.general_tokens]
        stars, mix_tokens = general.copy(), [0] * self.num_players
        for index, row in enumerate(self.markers):
            if row.holder is not None and row.token is not None:
                # Markers outside the grid score no points.
                if self.fits(row.holder, index):
                    stars[row.holder] += figures.stars_of_marker(row.marker)
                stars[row.token] += figures.stars_of_token(row.marker)
                mix_tokens[row.token] += row.marker.kind == "mix"
        return tuple(
            Result(stars[player], max(profile.clusters), general[player], mix_tokens[player])
            for player, profile in enumerate(self.profiles)
        )

    def scores(self) -> tuple[int, ...]:
        """Return each player's points if the game ended now."""
        return tuple([result.total for result in self.results()])

    def winners(self) -> tuple[int, ...]:
        """Return the winners if the game ended now."""
        return best(self.results())
