"""Plans of playtests, measured difficulty and skill, agreement, and the fitted formula."""

import json
import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from msgspec import structs

from chatuchak_solver import Features, InputError, PlayedGame, RankingReference, Stop, assess, solve
from chatuchak_solver.analysis.difficulty import FORMULA_1, TERMS, Formula, load_formula
from chatuchak_solver.analysis.playtest import measurement
from chatuchak_solver.analysis.playtest.formula_fit import Agreement, fit_formula
from chatuchak_solver.analysis.playtest.measurement import measure_playtest
from chatuchak_solver.analysis.playtest.plan import PlaytestPlan, plan_playtest, players_for
from chatuchak_solver.analysis.playtest.report import Power, report_playtest
from tests.reference.playtest_world import evening, grids

pytestmark = pytest.mark.usefixtures("measurement_cache")


LEVELS = [3.8 + 0.1 * number for number in range(6)]
SKILLS = [-0.3, 0.0, 0.1, 0.2, 0.0, -0.1]
AVERAGE = Features(20, 8, 3, 100, 1.5, 0.1, 4, 33.0, 32.0, 0.0)


def test_exact_games_give_exact_levels_and_no_order() -> None:
    measured = measure_playtest(evening(LEVELS, SKILLS, chance=0.0))
    skills = np.array(SKILLS) - np.mean(SKILLS)
    assert measured.level - measured.level.mean() == pytest.approx(
        np.array(LEVELS) - np.mean(LEVELS), abs=0.02
    )
    assert measured.skill == pytest.approx(skills, abs=0.02)
    assert not measured.is_significant(0, 5)
    assert measured.odd == ()
    assert any("too exactly" in note for note in measured.notes)


def helped_evening(chance: float) -> list[PlayedGame]:
    """Return games of which every fifth has hints and three tenths fewer moves."""
    games = evening(LEVELS, SKILLS, chance=chance)
    helped = [replace(game, hints=3, moves=round(game.moves * 0.7)) for game in games[::5]]
    games[::5] = helped
    return games


def test_exact_games_with_hints_have_levels_and_skills_without_hints() -> None:
    measured = measure_playtest(helped_evening(chance=0.0))
    assert any("too exactly" in note for note in measured.notes)
    differences = measured.level - measured.level[0]
    assert differences == pytest.approx(np.array(LEVELS) - LEVELS[0], abs=0.03)
    assert measured.skill == pytest.approx(np.array(SKILLS) - np.mean(SKILLS), abs=0.03)


def test_levels_are_those_of_an_independent_least_squares() -> None:
    # With every player on every tile the model's levels are the tiles' plain means of log moves.
    games = evening(LEVELS, SKILLS, chance=0.2)
    measured = measure_playtest([replace(game, date="2026-05-01") for game in games])
    for place, grid in enumerate(measured.grids):
        logs = [math.log(game.moves) for game in games if game.grid == grid]
        # All play in the same order, so learning is omitted, with a note.
        assert measured.level[place] == pytest.approx(np.mean(logs), abs=1e-6)
    assert any("same order" in note for note in measured.notes)


@pytest.mark.thorough
def test_intervals_cover_at_their_rate() -> None:
    covered = []
    for seed in range(40):
        games = evening(LEVELS, SKILLS, chance=0.2, seed=seed, share=0.7)
        measured = measure_playtest(games)
        truth = dict(zip(grids(len(LEVELS)), LEVELS, strict=True))
        known = np.array([truth[grid] for grid in measured.grids])
        gaps = measured.level - measured.level.mean() - (known - known.mean())
        errors = np.array([measured.error(index) or 0 for index in range(len(known))])
        covered.append(np.abs(gaps) <= measured.quantile * errors)
        skills = np.array([SKILLS[int(name[1:]) - 1] for name in measured.players])
        off = measured.skill - (skills - skills.mean())
        covered.append(np.abs(off) <= measured.quantile * measured.skill_error)
    assert 0.93 <= np.mean(np.concatenate(covered)) <= 1.0


@pytest.fixture
def few_imputations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurement, "IMPUTATIONS", 5)
    monkeypatch.setattr(measurement, "DRAWS", 4)


@pytest.mark.usefixtures("few_imputations")
def test_a_given_up_game_counts_as_longer() -> None:
    games = evening(LEVELS, SKILLS, chance=0.2)
    # All but one give the last tile up early: its moves alone would make it the easiest.
    hardest = grids(len(LEVELS))[-1]
    stopped = [
        replace(game, moves=min(game.moves, 40), solved=game.player == "P1")
        if game.grid == hardest
        else game
        for game in games
    ]
    naive = measure_playtest([replace(game, solved=True) for game in stopped])
    measured = measure_playtest(stopped)
    place = measured.grids.index(hardest)
    assert measured.level[place] > naive.level[place] + 0.1
    assert (measured.error(place) or 0) > (naive.error(place) or 0)


@pytest.mark.usefixtures("few_imputations")
def test_a_stop_is_reported() -> None:
    played = evening(LEVELS[:4], SKILLS[:4], chance=0.2)
    games = [replace(game, solved=game.moves < 60) for game in played]
    assert measure_playtest(games, stop=Stop(work=7)).stopped_by == "work"
    assert measure_playtest(games).stopped_by is None
    ranked: list[bool] = []
    assert report_playtest(games, fit_name="f", stop=Stop(work=0)).stopped_by == "work"
    report = report_playtest(
        games,
        stop=Stop(interrupt=lambda: any(ranked)),
        on_progress=lambda progress: ranked.append(progress.work == progress.total),
    )
    assert report.measurement.stopped_by == report.stopped_by == "interrupt"


def test_hints_do_not_make_a_tile_easier() -> None:
    measured = measure_playtest(helped_evening(chance=0.05))
    assert measured.covariates["hints"] == pytest.approx(math.log(0.7) / math.log(4), abs=0.05)


def test_hints_on_whole_tiles_are_not_separated_from_difficulty() -> None:
    helped = [
        replace(game, hints=1 if game.grid in grids(2) else 0)
        for game in evening(LEVELS, SKILLS, chance=0.05)
    ]
    measured = measure_playtest(helped)
    assert "hints" not in measured.covariates
    assert any("Hints were used on whole tiles" in note for note in measured.notes)


def test_odd_games_are_named() -> None:
    games = evening(LEVELS, SKILLS, chance=0.1)
    games[17] = replace(games[17], moves=games[17].moves * 3)
    (odd,) = measure_playtest(games).odd
    assert odd.game == 18
    assert odd.deviations > 0


def test_agreement_is_a_rank_correlation_with_an_interval() -> None:
    # 1 - 6 * sum of squared rank differences / (n (n^2 - 1)), by hand: differences 1, 1, 0, 0, 0
    agreement = Agreement.between(
        np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([2.0, 1.0, 3.0, 9.0, 70.0])
    )
    assert agreement.spearman == pytest.approx(0.9)
    assert agreement.low is not None
    assert agreement.high is not None
    assert -1 < agreement.low < 0.9 < agreement.high < 1
    assert Agreement.between(np.array([1.0, 2.0]), np.array([1.0, 2.0])).spearman is None


def test_small_differences_need_more_games() -> None:
    measured = measure_playtest(evening([3.2, 3.25, 3.6, 3.6], SKILLS, chance=0.2))
    settled = Power.between(measured, 0, 2)
    assert (settled.settled, settled.more_games) == (True, 0)
    close = Power.between(measured, 2, 3)
    assert not close.settled
    assert close.more_games is None or close.more_games > 0
    equal = replace(measured, level=np.array([3.2, 3.2, 3.2 + 1e-6, 3.6]))
    for other in (1, 2):  # no difference; one of more than 10,000 games
        power = Power.between(equal, 0, other)
        assert (power.settled, power.more_games) == (False, None)


@cache
def points() -> list[float]:
    """Return the difficulties of eight tiles by formula 1."""
    return [tile.difficulty or 0.0 for tile in map(assess, grids(8))]


def test_significantly_deviating_tiles_are_reported() -> None:
    levels, skills = [3.8 + 0.01 * (value - 50) for value in points()], [0.0, 0.1, -0.1, 0.05] * 3
    report = report_playtest(evening(levels, skills, chance=0.1))
    assert not any(tile.disagrees for tile in report.tiles)
    levels[2] += 0.5
    report = report_playtest(evening(levels, skills, chance=0.1))
    worst = max(report.tiles, key=lambda tile: abs(math.log(tile.disagrees or 1.0)))
    assert worst.grid == grids(8)[2]
    assert worst.disagrees == pytest.approx(math.exp(0.5), rel=0.3)


def test_predictions_are_in_moves_and_in_the_order_of_the_formula() -> None:
    for slope in (0.02, -0.02):
        levels = [3.8 + slope * (value - 50) for value in points()]
        report = report_playtest(evening(levels, SKILLS, chance=0.1))
        predicted = [(tile.points or 0.0, tile.predicted or 0.0) for tile in report.tiles]
        assert sorted(predicted) == sorted(predicted, key=lambda pair: pair[1])
        assert all(25 < moves < 80 for _, moves in predicted)


def planted(count: int, weights: dict[str, float], noise: float) -> list[float]:
    """Return levels by a formula of these weights, with noise."""
    random = np.random.default_rng(5)
    terms = [structs.replace(term, weight=weights.get(term.feature, 0.0)) for term in TERMS]
    formula = Formula("planted", tuple(terms))
    return [
        3.3 + (formula.difficulty(of_tile) - 50) / 100 + noise * random.standard_normal()
        for of_tile in features(count)
    ]


def features(count: int) -> list[Features]:
    random = np.random.default_rng(7)
    return [
        structs.replace(
            AVERAGE, player_moves=33.85 + 3.97 * random.standard_normal(),
            optimal_length=int(random.integers(19, 23)), hidden_moves=int(random.integers(2, 7)),
            misleading=0.0889 + 0.0391 * random.standard_normal(),
            optimal_solutions=int(2 ** random.uniform(0, 6)),
        )
        for _ in range(count)
    ]  # fmt: skip


def test_a_planted_formula_is_found_again() -> None:
    levels = np.array(planted(40, {"misleading": 0.9, "player_moves": 0.15}, 0.01))
    fit = fit_formula(features(40), levels, np.full(40, 1e-4), games=400)
    weights = {term.feature: term.weight for term in fit.formula.terms}
    assert weights["misleading"] == pytest.approx(0.9, abs=0.06)
    assert weights["player_moves"] == pytest.approx(0.15, abs=0.06)
    assert fit.story.recommended
    assert fit.story.gain is not None
    assert fit.story.gain > 0.9
    assert fit.formula.games == 400


@pytest.mark.parametrize(("sign", "noise"), [(1, 0.05), (-1, 0.01)])
def test_formulas_without_a_gain_are_not_recommended(sign: int, noise: float) -> None:
    weights = {term.feature: sign * term.weight for term in FORMULA_1.terms}
    levels = np.array(planted(40, weights, noise))
    fit = fit_formula(features(40), levels, np.full(40, noise**2), games=400)
    assert fit.story.reversed == (sign < 0)
    assert not fit.story.recommended
    assert fit.formula.games == 0


def test_a_stopped_fit_claims_no_gain() -> None:
    levels = np.array(planted(16, {"misleading": 0.9}, 0.01))
    fit = fit_formula(features(16), levels, np.full(16, 1e-4), games=9, stop=Stop(work=2))
    assert fit.story.gain is None
    assert not fit.story.recommended


def test_a_formula_round_trips_through_its_file(tmp_path_factory: pytest.TempPathFactory) -> None:
    levels = np.array(planted(16, {"misleading": 0.9}, 0.01))
    fit = fit_formula(features(16), levels, np.full(16, 1e-4), games=9, name="mine")
    path = tmp_path_factory.mktemp("formula") / "mine.json"
    path.write_text(json.dumps(fit.to_dict()))
    formula = load_formula(path)
    assert formula == fit.formula
    tile = assess(grids(1)[0], RankingReference(formula=formula))
    assert isinstance(tile.features, Features)
    assert tile.difficulty == formula.difficulty(tile.features)
    assert tile.difficulty != FORMULA_1.difficulty(tile.features)
    assert tile.percentile is None
    assert sum(tile.reasons().values()) + 50 == pytest.approx(tile.difficulty)


def test_power_names_tiles_that_were_not_played() -> None:
    report = report_playtest(evening(LEVELS[:3], SKILLS[:3], chance=0.1))
    with pytest.raises(InputError, match="expected a tile of these games"):
        report.power(grids(4)[0], grids(4)[3])
    with pytest.raises(InputError, match="expected another than the first"):
        report.power(grids(4)[0], grids(4)[0])


def games_of(table: dict[str, list[int]]) -> list[PlayedGame]:
    """Return games by player, a number of moves on each tile; below 0 for given up, 0 for none."""
    return [
        PlayedGame(player=name, grid=grid, moves=abs(moves), solved=moves > 0)
        for name, row in table.items()
        for grid, moves in zip(grids(len(row)), row, strict=True)
        if moves
    ]


@pytest.mark.parametrize(
    ("table", "note"),
    [
        ({"A": [30, 30, 30], "B": [30, 30, 30], "C": [30, 30, 30]}, "too exactly"),
        ({"A": [30, 40, 50, 60], "B": [60, 80, 100, 120], "C": [30, 40, 50, 60]}, "too exactly"),
        ({"A": [30, 40, 50]}, "Too few solved games"),
        ({"A": [30, 0, 0], "B": [0, 40, 0], "C": [0, 0, 50]}, "3 groups"),
        ({"A": [-30, -40, -50], "B": [-30, -40, -50]}, "is not ranked"),
    ],
)
def test_degenerate_games_give_no_order(table: dict[str, list[int]], note: str) -> None:
    report = report_playtest(games_of(table))
    assert any(note in remark for remark in report.notes)
    assert not any(tile.apart_from_next for tile in report.tiles)
    assert all(tile.low is tile.high is tile.disagrees is None for tile in report.tiles)
    assert all(player.low is None for player in report.players)
    assert report.measurement.odd == ()
    assert report.agreement.spearman is None
    assert report.power(report.tiles[0].grid, report.tiles[1].grid).more_games is None
    json.dumps(report.to_dict(), allow_nan=False)
    with pytest.raises(InputError):
        report_playtest(games_of(table), fit_name="f")


def test_a_tile_that_all_gave_up_is_not_ranked() -> None:
    table = {"A": [30, 34, -9], "B": [33, 30, -5], "C": [35, 41, -12], "D": [0, 0, -4]}
    report = report_playtest(games_of(table))
    last = report.tiles[-1]
    assert (last.grid, last.plays, last.given_up) == (grids(3)[2], 4, 4)
    assert last.difficulty is last.low is last.high is last.group is None
    assert last.unranked == "all 4 games were given up, after at most 12 moves"
    assert last.predicted is not None
    assert [player.skill is None for player in report.players] == [False, False, False, True]
    assert "D solved no tile: skill is not measured." in report.notes
    rest = [game for game in games_of(table) if game.grid != last.grid]
    assert report.tiles[0].difficulty == report_playtest(rest).tiles[0].difficulty


def test_groups_without_common_tiles_and_players_are_not_compared() -> None:
    table = {
        "A": [30, 45, 0, 0, 0], "B": [31, 44, 0, 0, 0], "C": [33, 50, 0, 0, 0],
        "D": [0, 0, 60, 90, 75], "E": [0, 0, 64, 91, 77], "F": [0, 0, 66, 95, 88],
        "G": [0, -40, 70, 90, 80],
    }  # fmt: skip
    report = report_playtest(games_of(table))
    assert [tile.group for tile in report.tiles] == [1, 1, 1, 2, 2]
    assert {player.player: player.group for player in report.players} == {
        **dict.fromkeys("DEFG", 1),
        **dict.fromkeys("ABC", 2),
    }
    assert report.tiles[2].apart_from_next is None
    assert report.tiles[3].apart_from_next
    across = report.power(report.tiles[0].grid, report.tiles[4].grid)
    assert (across.gap_percent, across.settled, across.more_games) == (None, False, None)
    assert any("2 groups" in note for note in report.notes)
    for group in ("ABC", "DEFG"):
        skills = [player.skill or 0.0 for player in report.players if player.player in group]
        assert min(skills) <= 0 <= max(skills)


def test_repeated_games_count_once() -> None:
    games = evening(LEVELS, SKILLS, chance=0.2)
    once, twice = report_playtest(games), report_playtest([*games, *games[:20]])
    assert twice.tiles == once.tiles
    assert twice.players == once.players
    assert twice.repeated[0] == f"game {len(games) + 1}"
    assert len(twice.repeated) == 20
    assert twice.notes[0].startswith("20 repeated games were counted once only: game ")


def test_fewer_moves_than_the_optimum_are_impossible() -> None:
    games = games_of({"A": [15, 30], "B": [30, 3]})
    message = "2 bad games: game 1: moves: impossible number 15 on .*: expected at least [12]"
    with pytest.raises(InputError, match=message):
        report_playtest(games)
    report_playtest([replace(game, solved=game.moves == 30) for game in games])


def test_no_interval_is_below_the_optimum() -> None:
    report = report_playtest(games_of({"A": [22, 60], "B": [60, 23], "C": [24, 25]}))
    for tile in report.tiles:
        optimum = solve(tile.grid).length
        assert optimum is not None
        assert tile.low is not None
        assert optimum <= tile.low <= (tile.difficulty or 0)


@pytest.mark.thorough
@pytest.mark.usefixtures("few_imputations")
def test_given_up_games_are_unbiased_at_the_model() -> None:
    # Half of the games on the hardest tile are censored.
    truth, errors, covered = dict(zip(grids(6), LEVELS, strict=True)), [], []
    for seed in range(15):
        games = [
            replace(game, moves=min(game.moves, 72), solved=game.moves <= 72)
            for game in evening(LEVELS, SKILLS, chance=0.2, seed=seed)
        ]
        measured = measure_playtest(games)
        level = np.array([measured.level[measured.grids.index(grid)] for grid in truth])
        error = (level - level[:3].mean()) - (np.array(LEVELS) - np.mean(LEVELS[:3]))
        errors.append(error)
        covered.append(abs(error[5]) <= measured.quantile * (measured.error(5) or 0.0))
    assert np.mean(errors, axis=0) == pytest.approx(np.zeros(6), abs=0.06)
    assert np.mean(covered) >= 0.8


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
