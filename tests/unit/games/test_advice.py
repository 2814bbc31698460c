"""Advice: repeatable, independent of hidden cards, and strong in play."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from chatuchak_solver import GAMES, Game, Progress, Stop, StopReason, game_entry
from chatuchak_solver.errors import InputError
from chatuchak_solver.games.chatuchak import ChatuchakState
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, sample_chance
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.games.players import AdvisorPlayer, GreedyPlayer
from chatuchak_solver.games.tree_search import TreeSearch
from tests.game_tree import play_at_least, play_on
from tests.unit.games.test_games_players import small_game

every_game = pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)


def position(entry: Game, *, actions: int = 20, seed: int = 1) -> GameState[Any]:
    """Return a decision in the middle of a random game, with more than one action to rate."""
    rng, greedy = np.random.default_rng(seed), entry.make_player("greedy")
    assert isinstance(greedy, GreedyPlayer)

    def decides(state: GameState[Any]) -> bool:
        player = state.current_player
        return player != CHANCE and len(greedy.ratings(state, max(player, 0))[0]) > 1

    start = entry.state.new(entry.state.player_counts[0], rng=rng)
    return play_at_least(start, rng, actions, decides)


@every_game
def test_advice_ranks_legal_actions_and_repeats(
    monkeypatch: pytest.MonkeyPatch, entry: Game
) -> None:
    monkeypatch.setattr("chatuchak_solver.execution.limits.PROGRESS_S", 0)
    state = position(entry)
    advisers = [entry.make_adviser() for _ in range(2)]
    reports: list[Progress] = []
    first, second = (
        adviser.advise(
            state, rng=np.random.default_rng(5), stop=Stop(work=6), on_progress=reports.append
        )
        for adviser in advisers
    )
    assert first == second
    assert first.player == max(state.current_player, 0)
    assert [progress.work for progress in reports] == [1, 2, 3, 4, 5, 6] * 2
    texts = [action.text for action in first.actions]
    assert len(set(texts)) == len(texts)
    assert set(texts) <= set(state.legal_texts())
    assert first.actions[0].expected_value is not None
    for action in first.actions:
        assert (action.expected_value is None) == (action.visits == 0)
        after = state.apply(action.text)
        before = state.scores()
        assert [new - old for new, old in zip(after.scores(), before, strict=True)] == [
            *action.gains
        ]
        for text in action.line[: len(action.line) if state.current_player != ANYONE else 1]:
            after = after.apply(text)


@pytest.mark.parametrize(("width", "playouts"), [(1, 0), (3, 60)])
def test_only_the_best_rated_actions_are_searched(width: int, playouts: int) -> None:
    state, greedy = position(game_entry("chatuchak")), GreedyPlayer()
    actions, ratings = greedy.ratings(state, state.current_player)
    for exploration in (0, 1, 1e6):
        search = TreeSearch(greedy, turns=1, width=width, exploration=exploration)
        advice = search.advise(state, rng=np.random.default_rng(1), stop=Stop(work=60))
        assert len(advice.actions) == len(actions) > 3
        assert advice.playouts == sum(action.visits for action in advice.actions) == playouts
        visited = [action.immediate for action in advice.actions if action.visits]
        assert len(visited) <= width
        assert set(visited) <= set(sorted(ratings)[-width:])


def test_advice_names_the_limit_that_ended_it() -> None:
    state = position(game_entry("chatuchak"))
    adviser = game_entry("chatuchak").make_adviser()

    def stopped(stop: Stop) -> StopReason | None:
        return adviser.advise(state, rng=np.random.default_rng(1), stop=stop).stopped_by

    assert stopped(Stop(work=3)) is StopReason.WORK
    assert stopped(Stop(time_s=0)) is StopReason.TIME
    assert stopped(Stop(interrupt=lambda: True)) is StopReason.INTERRUPT


@pytest.mark.parametrize("actions", [1, 20], ids=["start", "middle"])
def test_advice_never_sees_hidden_cards(actions: int) -> None:
    # Positions that differ only in hidden cards lead to the same advice.
    entry = game_entry("market-stand")
    state = position(entry, actions=actions)
    player = state.current_player
    rng = np.random.default_rng(3)
    alternative = state.sample_hidden(player, rng)
    assert state != alternative
    answer, other = (
        entry.make_adviser().advise(variant, rng=np.random.default_rng(1), stop=Stop(work=4))
        for variant in (state, alternative)
    )
    assert other == answer


def test_tree_search_finds_the_better_second_turn() -> None:
    # `move 7` leads by 5 at once, but `move 10` by 9 after another move; the other has passed.
    start = small_game("YRYG/RYGR/GGR.", "RYRY/GRGR/YG.G")
    state = ChatuchakState.from_dict({**start.to_dict(), "passed": [False, True]})
    search = TreeSearch(GreedyPlayer(), turns=1, spread=4)
    best = search.advise(state, rng=np.random.default_rng(1), stop=Stop(work=200)).actions[0]
    at_once = TreeSearch(GreedyPlayer(), turns=0).advise(state, rng=np.random.default_rng(1))
    assert best.text == "move 10"
    assert 7 < (best.expected_value or 0) <= 9
    assert at_once.actions[0].text == "move 7"
    assert at_once.playouts == 0


def test_few_playouts_visit_few_actions() -> None:
    entry = game_entry("chatuchak")
    greedy = entry.make_player("greedy")
    assert isinstance(greedy, GreedyPlayer)
    # All actions look alike at once, and none is given up soon.
    search = TreeSearch(greedy, turns=1, spread=1e6, exploration=20)
    state = position(entry, actions=0)

    def looked(playouts: int) -> int:
        rng = np.random.default_rng(1)
        ranked = search.advise(state, rng=rng, stop=Stop(work=playouts)).actions
        return sum(action.visits > 0 for action in ranked)

    assert looked(1) == 1
    assert looked(9) == 4
    assert looked(60) > 6


def test_actions_share_the_outcomes_of_chance() -> None:
    # The clock is up to the die alone, so after as many looks every move has seen the same.
    entry = game_entry("chatuchak")

    def clock(state: Any, player: int) -> float:
        del player
        return float(100 * state.tent + state.lowered)

    greedy = entry.make_player("greedy")
    assert isinstance(greedy, GreedyPlayer)
    search = TreeSearch(GreedyPlayer(clock, greedy.ratings), turns=2, exploration=5)
    state = position(entry, actions=6)
    ranked = search.advise(state, rng=np.random.default_rng(2), stop=Stop(work=40)).actions
    values_by_visits: dict[int, set[float | None]] = {}
    for action in ranked:
        if action.visits > 1 and action.text != "pass":
            values_by_visits.setdefault(action.visits, set()).add(action.expected_value)
    assert max(action.error or 0 for action in ranked) > 0
    assert sum(action.visits > 1 for action in ranked) > len(values_by_visits) > 0
    assert {len(outlooks) for outlooks in values_by_visits.values()} == {1}


def test_search_for_the_best_action_ends_when_it_is_settled() -> None:
    state = position(game_entry("mercado"))
    adviser = game_entry("mercado").make_adviser()
    whole, best = (
        adviser.advise(state, rng=np.random.default_rng(4), stop=Stop(work=40), most=most)
        for most in (None, 1)
    )
    assert whole.playouts == 40
    assert best.playouts < 40
    assert best.actions[0].text == whole.actions[0].text


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 4)], ids=["two", "teams"])
def test_advice_on_the_market_stand_is_about_the_lead(players: int, seed: int) -> None:
    # With one card left and no tie to announce, the end is known for any own total.
    entry = game_entry("market-stand")
    rng = np.random.default_rng(seed)
    state = play_on(
        MarketStandState.new(players, rng=rng), rng,
        lambda state: state.cards_laid == 8 * players - 1 and state.current_player != CHANCE,
        [entry.make_player("greedy")],
    )  # fmt: skip
    player = state.current_player
    best = entry.make_adviser().advise(state, rng=rng, stop=Stop(work=12)).actions[0]
    after = state.apply(best.text)
    assert after.is_over
    scores = after.scores()
    others = [score for seat, score in enumerate(scores) if (seat - player) % 2]
    assert best.expected_value == scores[player] - max(others)


def test_the_speed_game_is_advised_by_its_solver() -> None:
    entry = game_entry("chatuchak-speed")
    state = position(entry)
    for player in range(2):
        ranked = entry.make_adviser().advise(state, player, rng=np.random.default_rng(1)).actions
        assert [action.text for action in ranked] != []
        assert {action.text[0] for action in ranked} == {str(player)}
        best = ranked[0]
        assert (best.error, len(best.line)) == (0.0, -1 - (best.expected_value or 0))
        after = state.apply(best.text)
        for text in best.line:
            assert not after.is_over
            after = after.apply(text)
        assert after.winners() == (player,)


def test_players_and_advice_use_the_rating_of_the_game() -> None:
    # River Market's rating lists plausible actions only.
    entry = game_entry("river-market")
    state, rng = position(entry), np.random.default_rng(1)
    greedy, look_ahead = map(entry.make_player, ("greedy", "look-ahead"))
    assert isinstance(greedy, GreedyPlayer)
    rated = {str(action) for action in greedy.ratings(state, 0)[0]}
    assert rated < set(state.legal_texts())
    advice = entry.make_adviser().advise(state, rng=rng, stop=Stop(work=6))
    assert {action.text for action in advice.actions} <= rated
    assert str(look_ahead.choose(state, 0, rng)) in rated


def test_advice_without_a_decision_is_empty() -> None:
    state = position(game_entry("mercado"))
    adviser = game_entry("mercado").make_adviser()
    rng = np.random.default_rng(1)
    with pytest.raises(InputError, match=r"it is player .'s turn, not player"):
        adviser.advise(state, 1 - state.current_player, rng=rng)
    with pytest.raises(InputError, match="invalid player 2: expected 0 to 1"):
        adviser.advise(state, 2, rng=rng)
    while not state.is_over:
        state = state.apply_unchecked(state.legal_actions()[0])
    assert adviser.advise(state, rng=rng).to_dict() == {"player": None, "actions": []}


def test_advisors_are_named_with_their_work() -> None:
    entry = game_entry("chatuchak")
    assert "advisor" in entry.player_names
    assert getattr(entry.make_player("advisor:7"), "playouts", None) == 7


def test_river_markets_greedy_player_pays_and_earns_a_middling_title() -> None:
    entry = game_entry("river-market")
    state = entry.state.new(1, rng=np.random.default_rng(1))
    player, rng, log = entry.make_player("greedy"), np.random.default_rng(2), []
    while not state.is_over:
        chance = state.current_player == CHANCE
        action = sample_chance(state, rng) if chance else player.choose(state, 0, rng)
        log.append(state.format(action))
        state = state.apply(action)
    verbs = [text.split()[0] for text in log]
    paid = sum(int(text.split()[2]) for text in log if text.startswith("spent"))
    assert paid == 2 * (verbs.count("built") + verbs.count("hired"))
    assert verbs.count("hired") >= 2
    assert 26 <= state.scores()[0] < 49  # neither the lowest phrase nor the highest


def test_the_advisor_plays_the_best_action_of_any_adviser() -> None:
    entry = game_entry("mercado")
    state, rng = position(entry), np.random.default_rng(1)
    advice = entry.make_adviser().advise(state, rng=rng, stop=Stop(work=40))
    whole: Any = SimpleNamespace(advise=lambda *_, **__: advice)  # lists more than asked for
    chosen = {
        state.format(AdvisorPlayer(whole).choose(state, state.current_player, rng))
        for _ in range(9)
    }
    assert chosen == {advice.actions[0].text}
