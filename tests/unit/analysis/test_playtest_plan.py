"""Plans of playtests."""

import math
from itertools import pairwise

import numpy as np
import pytest

from chatuchak_solver import InputError, PlayedGame, PlaytestPlan, plan_playtest
from chatuchak_solver.analysis.playtest.measurement import measure_playtest
from chatuchak_solver.analysis.playtest.plan import players_for
from tests.reference.playtest_world import grids


def linked(plan: PlaytestPlan) -> bool:
    """Return whether players link all tiles, by merging sets."""
    sets: list[set[int]] = []
    for player in plan.rota:
        merged = set(player.tiles).union(*(part for part in sets if part & set(player.tiles)))
        sets = [part for part in sets if not part & merged] + [merged]
    return len(sets) == 1 and len(sets[0]) == len(plan.grids)


@pytest.mark.parametrize("tiles", [2, 5, 9, 16])
@pytest.mark.parametrize("more", [0, 1, 7])
def test_every_rota_is_balanced_and_linked(tiles: int, more: int) -> None:
    for each in range(2, tiles + 1):
        least = math.ceil((tiles - 1) / (each - 1))
        plan = plan_playtest(grids(tiles), least + more, games_each=each)
        plays = [tile.plays for tile in plan.tiles]
        assert max(plays) - min(plays) <= 1
        assert linked(plan)
        assert all(len(set(player.tiles)) == each for player in plan.rota)


def test_each_tile_is_played_early_and_late() -> None:
    plan = plan_playtest(grids(8), 16)
    for place in range(8):
        counts = np.bincount([player.tiles[place] for player in plan.rota], minlength=9)[1:]
        assert counts.tolist() == [2] * 8


def test_too_few_games_cannot_link_the_tiles() -> None:
    with pytest.raises(InputError, match="3 players with 2 games each cannot link 9 tiles"):
        plan_playtest(grids(9), 3, games_each=2)


def test_the_power_is_as_planned() -> None:
    # Independent check: simulated games of the planned size, measured by the model.
    percent, chance = 60.0, 0.25
    tiles = grids(6)
    players = players_for(percent, len(tiles), 4, chance)
    plan = plan_playtest(tiles, players, games_each=4, chance=chance)
    assert plan.detectable_percent == pytest.approx(percent, rel=0.2)
    random, detected, pairs = np.random.default_rng(3), 0, 0
    for _ in range(3):
        hard = random.permutation([0, 0, 0, 1, 1, 1]) * math.log1p(percent / 100)
        games = [
            PlayedGame(
                player=player.player,
                grid=tiles[tile - 1],
                moves=round(math.exp(4.5 + skill + hard[tile - 1] + chance * random.normal())),
            )
            for player in plan.rota
            for skill in [0.3 * random.normal()]
            for tile in player.tiles
        ]
        measured = measure_playtest(games)
        place = [measured.grids.index(grid) for grid in tiles]
        for low in np.flatnonzero(hard == 0):
            for high in np.flatnonzero(hard > 0):
                detected += measured.is_significant(place[low], place[high])
                pairs += 1
    assert 0.65 < detected / pairs < 0.93


def test_smaller_differences_need_more_players() -> None:
    needed = [size.players for size in plan_playtest(grids(6), 12).sizes]
    assert all(more > fewer for more, fewer in pairwise(needed))
