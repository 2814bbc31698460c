"""Simulations: repeatable, the same on any number of cores, with honest statistics."""

from __future__ import annotations

import json
import math
import multiprocessing
from collections import Counter
from typing import Any

import numpy as np
import pytest

from chatuchak_solver.execution.limits import Stop, StopReason
from chatuchak_solver.games.simulate import (
    GameOutcome,
    Proportion,
    SimulationPlan,
    SimulationReport,
    StartPlayer,
    Tally,
    play_game,
    simulate,
)

RANDOM = ("random", "random")


def plan(**changes: Any) -> SimulationPlan:
    return SimulationPlan(
        **{"game": "chatuchak", "players": RANDOM, "games": 12, "seed": 3, **changes}
    )


def outcome(
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    *,
    entrants: tuple[int, ...] = (0, 1),
    actions: int = 10,
    events: Counter[tuple[str, str]] | None = None,
) -> GameOutcome:
    return GameOutcome(scores, winners, entrants, actions, 2, events or Counter())


# Statistics


def test_wilsons_interval_solves_its_equation() -> None:
    # The bounds are the shares p at z standard errors from the sample.
    for successes, trials in ((0, 10), (3, 10), (10, 10), (250, 1000)):
        share = successes / trials
        interval = Proportion.of(successes, trials)
        for bound in (interval.low, interval.high):
            error = math.sqrt(bound * (1 - bound) / trials)
            assert bound == pytest.approx(share, abs=1.96 * error + 1e-9)
            assert abs(share - bound) == pytest.approx(1.959964 * error, rel=1e-5, abs=1e-7)
    assert Proportion.of(0, 0) == Proportion(0.0, 0.0, 1.0)


def test_tallies_add_up() -> None:
    rng = np.random.default_rng(1)
    outcomes = [
        outcome(tuple(map(int, rng.integers(-5, 20, 2))), (int(rng.integers(2)),), actions=int(n))
        for n in rng.integers(5, 9, 40)
    ]
    total = Tally(2)
    assert (total.seats[0].mean_score, total.length().mean) == (None, None)
    for played in outcomes:
        total.add(played)
    scores = [played.scores[0] for played in outcomes]
    assert total.seats[0].mean_score == pytest.approx(np.mean(scores))
    assert total.seats[0].deviation == pytest.approx(np.std(scores, ddof=1))
    assert (total.seats[0].lowest, total.seats[0].highest) == (min(scores), max(scores))
    lengths = sorted(played.actions for played in outcomes)
    length = total.length()
    assert length.mean == pytest.approx(np.mean(lengths))
    shown = (length.shortest, length.median, length.longest)
    assert shown == (lengths[0], lengths[19], lengths[-1])
    assert length.mean_chance_events == 2


def test_wins_count_by_seat_and_entrant_and_in_shares() -> None:
    tally = Tally(2)
    tally.add(outcome((3, 3), (0, 1)))
    tally.add(outcome((4, 3), (0,), entrants=(1, 0)))
    tally.add(outcome((0, 0), ()))
    assert [float(seat.wins) for seat in tally.seats] == [1.5, 0.5]
    players = SimulationReport(plan(), tally).players()
    assert [own.wins for own in players] == [0.5, 1.5]
    assert [own.win_share.share for own in players] == [pytest.approx(0.5 / 3), 0.5]
    assert [own.mean_score for own in players] == [2, pytest.approx(7 / 3)]
    assert [seat.sole_wins for seat in tally.seats] == [1, 0]
    assert (tally.shared, tally.unwon) == (1, 1)


@pytest.mark.parametrize(
    ("wins", "verdict"), [(80, "more"), (20, "less"), (52, "even")], ids=["more", "less", "even"]
)
def test_the_start_players_share_is_judged_by_its_interval(wins: int, verdict: str) -> None:
    tally = Tally(2)
    for index in range(100):
        tally.add(outcome((1, 0), (0,) if index < wins else (1,)))
    # Games without a winner do not count for or against the start player.
    for _ in range(50):
        tally.add(outcome((0, 0), ()))
    report, share = SimulationReport(plan(), tally), Proportion.of(wins, 100)
    assert report.start_player() == StartPlayer(share.share, share.low, share.high, 0.5, verdict)


def test_rows_that_only_some_games_have_are_averaged_over_those() -> None:
    tally = Tally(2)
    tally.add(outcome((1, 0), (0,), events=Counter({("mix:RG", "in play"): 1})))
    events = {("mix:RG", "in play"): 1, ("mix:RG", "taken over"): 3, ("move", "times a game"): 8}
    tally.add(outcome((1, 0), (0,), events=Counter(events)))
    tally.add(outcome((1, 0), (0,)))
    columns, rows = SimulationReport(plan(), tally).event_table()
    assert columns == ("taken over", "times a game")
    assert rows == {"mix:RG": {"taken over": 1.5}, "move": {"times a game": 8 / 3}}


# Playing


def test_reports_depend_on_plan_and_seed() -> None:
    counts: list[int] = []
    report = simulate(plan(), workers=1, on_progress=lambda progress: counts.append(progress.work))
    assert (counts[0], counts[-1]) == (1, 12)
    assert report == simulate(plan(), workers=1)
    assert report.tally != simulate(plan(seed=4), workers=1).tally
    assert (report.stopped_by, report.tally.games) == (None, 12)


@pytest.mark.usefixtures("two_cores")
def test_the_number_of_processes_does_not_change_the_result() -> None:
    players = ("random", "greedy", "random")
    sequential = simulate(plan(players=players, games=6), workers=1)
    parallel = simulate(plan(players=players, games=6))
    assert (sequential.workers, parallel.workers) == (1, 2)
    assert sequential == parallel
    assert json.dumps(sequential.to_dict()) == json.dumps(parallel.to_dict())


def test_a_longer_simulation_begins_with_the_shorter_one() -> None:
    # Each game has a stream of random numbers of its own.
    assert play_game(plan(games=5), 4) == play_game(plan(games=500), 4)


def test_seats_rotate_unless_they_are_fixed() -> None:
    three = plan(players=("random", "greedy", "random"))
    seats = [three.seating(index) for index in range(4)]
    assert seats == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    fixed = plan(players=("random", "greedy", "random"), rotate=False)
    assert fixed.seating(5) == (0, 1, 2)
    # A stronger player is named by entrant if seats rotate, otherwise by seat.
    report = simulate(plan(players=("random", "greedy"), games=10), workers=1)
    assert report.players()[1].wins == 10
    assert report.tally.seats[1].wins == 5
    tally = simulate(plan(players=("random", "greedy"), games=10, rotate=False), workers=1).tally
    assert tally.seats[1].wins == 10


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_preserves_the_statistics_of_finished_games(workers: int) -> None:
    played: list[int] = []
    report = simulate(
        plan(games=2000),
        workers=workers,
        stop=Stop(interrupt=lambda: bool(played)),
        on_progress=lambda progress: played.append(progress.work),
    )
    assert report.stopped_by is StopReason.INTERRUPT
    assert 1 <= report.tally.games < 50
    assert sum(report.tally.lengths.values()) == report.tally.games
    assert multiprocessing.active_children() == []


def test_a_simulation_ends_after_the_games_or_the_time_it_may_take() -> None:
    report = simulate(plan(games=40), workers=1, stop=Stop(work=5))
    assert (report.tally.games, report.stopped_by) == (5, StopReason.WORK)
    report = simulate(plan(games=10**6), workers=1, stop=Stop(time_s=0.2))
    assert report.stopped_by is StopReason.TIME
    assert report.to_dict()["stopped_by"] == "time"
    # A limit reached in the last game cut no game short.
    report = simulate(plan(games=5), workers=1, stop=Stop(work=5))
    assert (report.tally.games, report.stopped_by) == (5, None)


def test_the_report_is_json_ready_and_complete() -> None:
    report = simulate(plan(games=20, options={"rule": "slide"}), workers=1)
    document = json.loads(json.dumps(report.to_dict()))
    assert document["games"] == document["planned_games"] == 20
    assert document["options"] == {"rule": "slide"}
    assert sum(player["wins"] for player in document["players"]) == pytest.approx(20)
    assert sum(seat["games"] for seat in document["seats"]) == 40
    length = document["length"]
    assert length["shortest"] <= length["median"] <= length["longest"]
    moved = next(row for row in document["events"] if row["row"] == "move")
    assert moved["times_a_game"] == pytest.approx(length["mean"])


def test_markers_are_followed_from_the_center_to_the_end() -> None:
    # Booths from the center end in a grid or next to one.
    _, rows = simulate(plan(players=("greedy", "greedy"), games=12), workers=1).event_table()
    markers = {name: row for name, row in rows.items() if name not in ("move", "pass")}
    assert {"group:R", "path", "rectangle"} <= set(markers)
    for row in markers.values():
        at_end = row.get("in a grid at the end", 0) + row.get("beside one at the end", 0)
        assert at_end == pytest.approx(row.get("from the center", 0))
    assert sum(row.get("taken over", 0) for row in markers.values()) > 5


def test_simultaneous_games_give_every_player_turns() -> None:
    result = play_game(plan(game="chatuchak-speed", data={"speed_move_limit": 40}), 0)
    assert result.actions == 80
    assert result.events == Counter({("move", "times a game"): 80})


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["chatuchak", "market-stand", "mercado"])
def test_players_that_think_ahead_beat_greedy_and_greedy_beats_random(game: str) -> None:
    matches = [(("look-ahead", "greedy"), 8), (("greedy", "random"), 12)]
    matches += [(("solver", "greedy"), 8)] * (game == "chatuchak")
    for players, games in matches:
        better, worse = simulate(SimulationPlan(game, players, games, 5)).players()
        assert better.wins > worse.wins
