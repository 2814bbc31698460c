"""Plans of playtests: a balanced rota, and sample sizes."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, ClassVar

import numpy as np
from msgspec import Meta

from chatuchak_solver.arguments import check_all, check_int, check_number
from chatuchak_solver.codec import Answer, Count, Digits, Label, Notation, convert, error_context
from chatuchak_solver.errors import InputError, counted
from chatuchak_solver.io.extras import imported
from chatuchak_solver.puzzle.grid import Grid

DEFAULT_CHANCE = 0.25
"""Assumed standard deviation of one game in log moves."""
DIFFERENCES = (10, 20, 30, 50)
"""In percent, for sample sizes."""
QUANTILES = 1.959964 + 0.841621
"""Normal quantiles: 5% (two-sided), power 80%."""
MAX_PLAYERS = 1_000
MAX_TILES = 200
MIN_CHANCE, MAX_CHANCE = 0.001, 5.0
MIN_PERCENT, MAX_PERCENT = 1, 1000


class PlannedPlayer(Answer, frozen=True):
    """The games of a player.

    Attributes
    ----------
    tiles
        Numbers of the tiles, in playing order.
    """

    player: str
    tiles: Annotated[tuple[Annotated[int, Meta(ge=1)], ...], Meta(min_length=2)]


class PlannedTile(Answer, frozen=True):
    """A tile of the plan.

    Attributes
    ----------
    tile
        Number of the tile.
    plays
        Number of games.
    """

    tile: Count
    grid: Notation[Grid]
    plays: Count


class SampleSize(Answer, frozen=True):
    """Number of players for a difference.

    Attributes
    ----------
    percent
        Difference of moves on two tiles in percent.
    players
        Number that detects it with a probability of 80%.
    """

    percent: Annotated[float, Meta(ge=MIN_PERCENT, le=MAX_PERCENT)]
    players: int


class PlaytestPlan(Answer, frozen=True, kw_only=True):
    """A plan of a playtest.

    Attributes
    ----------
    tiles
        Tiles, numbered from 1.
    rota
        Players and their tiles.
    games
        Number of planned games.
    chance
        Assumed standard deviation of one game, in log moves.
    detectable_percent
        Smallest difference detected with a probability of 80%.
    sizes
        Number of players for each requested difference.
    """

    digits: ClassVar[Digits] = {"chance": 3, "detectable_percent": 1}

    tiles: Annotated[tuple[PlannedTile, ...], Meta(min_length=2, max_length=MAX_TILES)]
    rota: Annotated[tuple[PlannedPlayer, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]
    games: Count
    chance: Annotated[float, Meta(ge=MIN_CHANCE, le=MAX_CHANCE)]
    detectable_percent: float
    sizes: tuple[SampleSize, ...]

    def __post_init__(self) -> None:
        for place, player in enumerate(self.rota):
            with error_context(f"rota[{place}]"):
                check_int(max(player.tiles), 1, len(self.tiles), name="tile")

    @property
    def grids(self) -> tuple[Grid, ...]:
        """Tiles."""
        return tuple(tile.grid for tile in self.tiles)


def _pair_variance(tiles: int, rota: Sequence[Sequence[int]]) -> float:
    """Return the mean variance of a difference of two levels, per noise variance."""
    played = np.zeros((tiles, len(rota)))
    for place, chosen in enumerate(rota):
        played[chosen, place] = 1.0
    information = np.diag(played.sum(axis=1)) - (played / played.sum(axis=0)) @ played.T
    return 2 * float(np.trace(np.linalg.pinv(information))) / (tiles - 1)


def plan_playtest(
    grids: Sequence[Grid],
    players: int | Sequence[str] = 12,
    *,
    games_each: int | None = None,
    chance: float = DEFAULT_CHANCE,
    differences: Sequence[float] = DIFFERENCES,
    seed: int = 1,
) -> PlaytestPlan:
    """Assign tiles to players in a balanced order.

    Tiles have equally many games (to within one), are about balanced over positions in the order,
    and pairwise share about equally many players. Players connect all tiles.

    Parameters
    ----------
    grids
        2 to `MAX_TILES`.
    players
        Number or names.
    games_each
        Games per player; all tiles, at most 8, by default.
    chance
        Standard deviation of one game in log moves, as in `Playtest.measurement`.
    differences
        In percent, for sample sizes.
    seed
        For choices among equally good tiles.

    Raises
    ------
    MissingExtraError
        Without the extra ``playtest``.

    Examples
    --------
    >>> from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    >>> plan = plan_playtest(load_start_tiles().grids[:4], ["Ana", "Ben"], games_each=3)
    >>> [len(player.tiles) for player in plan.rota], sorted(tile.plays for tile in plan.tiles)
    ([3, 3], [1, 1, 2, 2])
    """
    imported("scipy", "a playtest's plan", "playtest")
    grids = tuple(dict.fromkeys(check_all(grids, Grid, name="grids", hint="Grid.parse(text)")))
    check_int(len(grids), 2, MAX_TILES, name="number of tiles")
    names = _names(players)
    each = min(len(grids), 8) if games_each is None else games_each
    each = check_int(each, 2, len(grids), name="games of each player")
    chance = check_number(chance, MIN_CHANCE, MAX_CHANCE, name="deviation of a game")
    percents = [
        check_number(value, MIN_PERCENT, MAX_PERCENT, name="difference")
        for value in check_all(differences, object, name="differences")
    ]
    sizes = tuple(
        SampleSize(percent, players_for(percent, len(grids), each, chance)) for percent in percents
    )
    check_int(seed, 0, name="seed")
    least = math.ceil((len(grids) - 1) / (each - 1))
    rota = _rota(len(grids), len(names), each, seed) if len(names) >= least else None
    if rota is None:
        raise InputError(
            f"{counted(len(names), 'player')} at {each} games each cannot link {len(grids)} tiles: "
            f"expected at least {max(least, len(names) + 1)} players, or more games each"
        )
    plays = Counter(tile for tiles in rota for tile in tiles)
    error = chance * math.sqrt(_pair_variance(len(grids), rota))
    return PlaytestPlan(
        tiles=tuple(PlannedTile(at + 1, grid, plays[at]) for at, grid in enumerate(grids)),
        rota=tuple(
            PlannedPlayer(name, tuple(tile + 1 for tile in tiles))
            for name, tiles in zip(names, rota, strict=True)
        ),
        games=len(names) * each, chance=float(chance), sizes=sizes,
        detectable_percent=100 * math.expm1(min(QUANTILES * error, 50.0)),
    )  # fmt: skip


def players_for(percent: float, tiles: int, each: int, chance: float = DEFAULT_CHANCE) -> int:
    """Return the number of players that detect a difference in percent with 80% power.

    Assumes a balanced incomplete block design with fixed players.
    """
    variance = 2 * chance**2 * (tiles - 1) / (each - 1)
    players = variance * (QUANTILES / math.log1p(percent / 100)) ** 2
    return max(math.ceil(players), math.ceil((tiles - 1) / (each - 1)))


def _names(players: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, str) or not isinstance(players, Sequence):
        count = check_int(players, 1, MAX_PLAYERS, name="number of players")
        return tuple(f"Player {number}" for number in range(1, count + 1))
    check_int(len(players), 1, MAX_PLAYERS, name="number of players")
    given = check_all(players, str, name="players", hint="['Ana', 'Ben']")
    names = convert([name.strip() for name in given], tuple[Label, ...], source="players")
    if len(set(names)) < len(names):
        raise InputError("invalid players: duplicate name")
    return names


def _rota(tiles: int, players: int, each: int, seed: int) -> list[list[int]] | None:
    """Return each player's tiles, from 0, in playing order; None if not connected."""
    from scipy.optimize import linear_sum_assignment

    random = np.random.default_rng(seed)
    plays, pairs = np.zeros(tiles, int), np.zeros((tiles, tiles), int)
    position, label = np.zeros((each, tiles)), np.arange(tiles)
    rota = []
    for _ in range(players):
        chosen: list[int] = []
        for _ in range(each):
            # Prefer the least played tiles, then connecting ones, then the rarest pairs.
            is_linked = np.isin(label, label[chosen])
            keys = (random.random(tiles), pairs[chosen].sum(axis=0), is_linked, plays)
            chosen.append(next(tile for tile in np.lexsort(keys).tolist() if tile not in chosen))
        plays[chosen] += 1
        pairs[np.ix_(chosen, chosen)] += 1
        label[np.isin(label, label[chosen])] = label[chosen[0]]
        places, ordered = linear_sum_assignment(position[:, chosen] ** 2)
        turns = [chosen[tile] for tile in ordered]
        position[places, turns] += 1
        rota.append(turns)
    return rota if len(set(label.tolist())) == 1 else None
