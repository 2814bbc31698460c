"""Common properties of all games: each test runs on every registered game and setup."""

import copy
import json
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

import numpy as np
import pytest

from chatuchak_solver import GAMES, Game, GameRecord, game_entry
from chatuchak_solver.errors import IllegalMoveError, InputError, InvalidInstanceError
from chatuchak_solver.games.contract import ANYONE, CHANCE, GameState, play_log, sample_chance
from tests.conformance.setups import SETUPS, Setup, playout, random_action

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
every_game = pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)

NONSENSE = (
    "", " ", "nonsense", "JUMP 1", "jump", "jump -1", "jump 1 2", "roll 0", "pass pass", "\n",
)  # fmt: skip


MAX_LISTED = 8_000
"""The actions of a setup that are looked at; all but the market stand have fewer."""


def first_actions(setup: Setup) -> list[Any]:
    return list(islice(setup.start(1)[0].all_actions(), MAX_LISTED))


def sampled(setup: Setup, seed: int, count: int = 4) -> list[tuple[GameState[Any], str | None]]:
    """Return the start, the end and some states, by the seed, of one of two play-outs."""
    steps = playout(setup, seed % 2)
    inner = np.random.default_rng(seed).integers(len(steps), size=count)
    return [steps[index] for index in (0, *sorted(map(int, inner)), -1)]


@every_setup
def test_playouts_end_and_keep_the_contract(setup: Setup, request: pytest.FixtureRequest) -> None:
    # Legality, order, players, chance, bounds of scores and length, winners: at every state.
    for seed in range(request.config.getoption("--playouts")):
        state, rng = setup.start(seed)
        low, high = state.score_bounds
        bound = state.max_actions
        assert bound is None or bound > 0
        length = 0
        while not state.is_over:
            actions = state.legal_actions()
            assert actions
            assert len(set(actions)) == len(actions)
            assert list(state.legal_texts()) == sorted(set(state.legal_texts()))
            outcomes = state.chance_outcomes()
            if state.current_player == CHANCE:
                assert tuple(outcome for outcome, _ in outcomes) == actions
                assert all(weight > 0 for _, weight in outcomes)
            else:
                assert outcomes == ()
                if state.current_player == ANYONE:
                    shares = [state.actions_of(p) for p in range(state.num_players)]
                    assert tuple(action for share in shares for action in share) == actions
                else:
                    assert 0 <= state.current_player < state.num_players
            check_scores(state, low, high)
            assert state.num_players == setup.num_players
            state = state.apply(random_action(state, rng, with_passes=seed % 2 == 1))
            length += 1
            assert bound is None or length <= bound
        assert state.legal_actions() == ()
        assert state.chance_outcomes() == ()
        assert 0 <= state.current_player < state.num_players
        check_scores(state, low, high)


def check_scores(state: GameState[Any], low: int, high: int) -> None:
    scores = state.scores()
    assert len(scores) == state.num_players
    assert all(low <= score <= high for score in scores)
    winners = state.winners()
    assert list(winners) == sorted(set(winners))
    # Tie-breaks choose among the best; no other player wins.
    assert all(scores[winner] == max(scores) for winner in winners)


@every_setup
def test_states_are_immutable_values(setup: Setup) -> None:
    # Applying every legal action leaves the state, its hash and its description as they were.
    for state, _ in sampled(setup, seed=1):
        before, key = copy.deepcopy(state.to_dict()), hash(state)
        for action in state.legal_actions():
            assert state.apply(action) != state
            assert state.apply(action) == state.apply(action)
        assert state.to_dict() == before
        assert hash(state) == key
        assert is_dataclass(state)
        for field in fields(state):
            with pytest.raises(AttributeError):
                setattr(state, field.name, None)


@every_setup
def test_outcomes_are_drawn_by_their_weights(setup: Setup) -> None:
    class Tickets:
        """Draws a given ticket."""

        def __init__(self, ticket: int, weights: int) -> None:
            self.ticket, self.weights = ticket, weights

        def integers(self, weights: int) -> int:
            assert weights == self.weights
            return self.ticket

    states = [state for state, _ in playout(setup, 0)]
    with pytest.raises(InputError, match="no chance event is due"):
        sample_chance(states[-1], np.random.default_rng(1))
    due = [state for state in states if state.current_player == CHANCE]
    for state in due[:: max(1, len(due) // 12)]:
        tickets = [outcome for outcome, weight in state.chance_outcomes() for _ in range(weight)]
        for index in {0, 1 % len(tickets), len(tickets) // 2, len(tickets) - 1}:
            drawn: Any = Tickets(index, len(tickets))
            assert sample_chance(state, drawn) == tickets[index]


@every_setup
def test_texts_and_actions_are_equivalent(setup: Setup) -> None:
    # Reading and writing are inverse; checked, unchecked and by text, an action leads to one state.
    for state, _ in sampled(setup, seed=12, count=2):
        for action in state.legal_actions()[::7]:
            text = state.format(action)
            assert state.parse(text) == action
            assert state.illegal_reason(action) is None
            after = state.apply_unchecked(action)
            assert after == state.apply(action) == state.apply(text)
            assert after.legal_actions() == type(after).from_dict(after.to_dict()).legal_actions()


@every_setup
def test_all_actions_are_listed_and_refused_exactly_if_not_legal(setup: Setup) -> None:
    rng = np.random.default_rng(6)
    every = first_actions(setup)
    known = set(every)
    assert len(known) == len(every)
    for state, _ in sampled(setup, seed=16):
        assert list(islice(state.all_actions(), MAX_LISTED)) == every
        legal = state.legal_actions()
        assert len(every) == MAX_LISTED or known.issuperset(legal)
        anything = [every[int(n)] for n in rng.integers(len(every), size=60)]
        for action in (*legal[::11], *anything):
            rule = state.illegal_reason(action)
            assert (rule is None) == (action in legal), state.format(action)
            assert rule is None or "\n" not in rule


@every_setup
def test_observations_show_the_position_without_hidden_information(setup: Setup) -> None:
    # A sampled state looks the same to the player, and is a complete state of the game.
    rng = np.random.default_rng(3)
    for state, _ in sampled(setup, seed=14, count=2):
        players: Any = np.arange(state.num_players)
        for player in players:
            seen = json.loads(json.dumps(state.observation(player)))
            guessed = state.sample_hidden(player, rng)
            assert json.loads(json.dumps(guessed.observation(player))) == seen
            assert type(guessed).from_dict(guessed.to_dict()) == guessed
            assert guessed.current_player == state.current_player
            if state.current_player == player:
                assert guessed.legal_actions() == state.legal_actions()
        with pytest.raises(InputError, match=r"invalid player .*: expected 0"):
            state.observation(state.num_players)


@every_setup
def test_serialized_states_round_trip(setup: Setup) -> None:
    for state, _ in sampled(setup, seed=3):
        document = json.loads(json.dumps(state.to_dict()))
        assert document["game"] == setup.entry.name
        back = type(state).from_dict(document)
        assert back == state
        assert hash(back) == hash(state)
        assert back.to_dict() == state.to_dict()
        assert back.legal_actions() == state.legal_actions()
        assert back.scores() == state.scores()
        scramble(document)
        assert back == state


def scramble(document: Any) -> None:
    """Empty every list and object of a document, in place."""
    for value in document.values() if isinstance(document, dict) else document:
        if isinstance(value, dict | list):
            scramble(value)
    document.clear()


@every_setup
def test_illegal_actions_are_refused_with_the_rule(setup: Setup) -> None:
    # Actions that are legal elsewhere, and nonsense, name the action and the rule on one line.
    steps = playout(setup, 0)
    elsewhere = {action for state, _ in steps[:60] for action in state.legal_texts()}
    for state, _ in sampled(setup, seed=4):
        legal = set(state.legal_texts())
        for action in sorted(elsewhere.difference(legal))[:200] + list(NONSENSE):
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(action)
            message = str(caught.value)
            assert message.startswith(f"illegal action {action!r}: ")
            assert len(message) > len(f"illegal action {action!r}: ") + 10
            assert "\n" not in message


@every_setup
def test_broken_state_documents_are_refused_by_field(setup: Setup) -> None:
    # A missing, unknown or mistyped field is named on one line; never a bare TypeError.
    for state, _ in sampled(setup, seed=5, count=1)[1:2]:
        document = state.to_dict()
        for name in document:
            missing = {key: value for key, value in document.items() if key != name}
            with pytest.raises(InvalidInstanceError, match=name):
                type(state).from_dict(missing)
            wrong_values: tuple[Any, ...] = ({"wrong": []}, [{}, [[]]], -99, 1e9, "wrong", True)
            for wrong in wrong_values:
                if isinstance(wrong, bool) and isinstance(document[name], bool):
                    continue
                with pytest.raises(InvalidInstanceError) as caught:
                    type(state).from_dict({**document, name: wrong})
                assert "\n" not in str(caught.value)
        with pytest.raises(InvalidInstanceError, match="surprise"):
            type(state).from_dict({**document, "surprise": 1})


@every_setup
def test_a_game_replays_from_its_record_and_from_its_seed(setup: Setup) -> None:
    steps = playout(setup, 0)
    assert playout.__wrapped__(setup, 0) == steps != playout(setup, 2)
    log = [action for _, action in steps if action is not None]
    assert play_log(steps[0][0], log) == steps[-1][0]
    record = GameRecord.begin(steps[0][0])
    for action in log[:12]:
        record = record.apply(action)
    assert GameRecord.read(json.dumps(record.to_dict()).encode()) == record
    broken = record.to_dict()
    broken["log"] = [*broken["log"], "nonsense"]
    with pytest.raises(IllegalMoveError, match=rf"log\[{len(record.log)}\]"):
        GameRecord.from_dict(broken)
    with pytest.raises(InvalidInstanceError, match="state"):
        GameRecord.from_dict({**record.to_dict(), "state": record.start.to_dict()})


@every_setup
def test_positions_print_on_short_lines(setup: Setup) -> None:
    for state, _ in sampled(setup, seed=9):
        lines = str(state).splitlines()
        assert len(lines) > 1
        assert all(len(line) <= 120 for line in lines)


@every_setup
def test_every_player_acts_legally_and_repeats_from_its_seed(setup: Setup) -> None:
    entry = setup.entry
    states = sampled(setup, seed=10, count=1)[:-1]
    # The default number of playouts takes seconds.
    for name in [f"{name}:4" if name == "advisor" else name for name in entry.player_names]:
        for state, _ in states[1:2] if name in ("advisor:4", "look-ahead") else states:
            if state.current_player == CHANCE:
                continue
            player = 0 if state.current_player == ANYONE else state.current_player
            if not state.actions_of(player):
                continue
            choices = {
                entry.make_player(name).choose(state, player, np.random.default_rng(11))
                for _ in range(2)
            }
            assert len(choices) == 1
            assert choices <= set(state.actions_of(player))


@every_game
def test_entries_are_complete(entry: Game) -> None:
    state = entry.state
    assert state.game == entry.name
    assert game_entry(entry.name) is entry
    assert entry.summary.endswith(".")
    assert callable(entry.evaluate)
    assert callable(entry.observe)
    assert {"random", "greedy", "look-ahead"} <= set(entry.player_names)


@every_game
def test_impossible_setups_are_refused(entry: Game) -> None:
    state = entry.state
    rng = np.random.default_rng(0)
    assert state.new().num_players == state.player_counts[0]
    for num_players in (-1, 0, state.player_counts[-1] + 1):
        if num_players not in state.player_counts:
            with pytest.raises(InvalidInstanceError, match="players"):
                state.new(num_players, rng=rng)
    setups: list[tuple[str, dict[str, Any]]] = [
        ("surprise", {"options": {"surprise": "1"}}),
        ("surprise", {"data": {"surprise": 1}}),
        *((option.name, {"options": {option.name: "surprise"}}) for option in state.setup_options),
    ]
    for name, setup in setups:
        with pytest.raises(InvalidInstanceError, match=name):
            state.new(state.player_counts[0], rng=rng, **setup)
