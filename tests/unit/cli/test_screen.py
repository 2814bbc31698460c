"""The viewer of a shared screen, and the cards visible on it."""

from dataclasses import replace
from typing import Any

import pytest

from chatuchak_cli.shared.screen import Screen, is_revealing, is_seen, seats_from_start
from chatuchak_solver import GameRecord, IllegalMoveError, InputError, new_game
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.market_stand.actions import Lay
from chatuchak_solver.games.session import HUMAN, Session


def screen(game: str, *seats: str, seed: int = 3) -> Screen:
    start = new_game(game, len(seats), seed=seed)
    return Screen(Session(GameRecord.begin(start), seats, seed))


def acted(display: Screen) -> Screen:
    return replace(display, session=display.session.apply(display.choices()[0]))


def test_games_without_hidden_cards_do_not_hand_over_the_screen() -> None:
    display = screen("chatuchak", HUMAN, HUMAN)
    assert (display.awaited, display.viewer) == (None, 0)
    assert (acted(display).awaited, acted(display).viewer) == (None, 1)


def test_hidden_cards_are_shown_to_the_screen_holder_until_the_next_turn() -> None:
    display = screen("market-stand", HUMAN, HUMAN)
    assert (display.awaited, display.viewer, display.holder) == (0, None, None)
    taken = display.taken()
    assert (taken.awaited, taken.viewer) == (None, 0)
    following = acted(taken)
    assert (following.awaited, following.viewer) == (1, None)
    [step] = following.session.steps()
    assert not following.sees(step)  # visible to the holder only, not to the next viewer
    assert taken.sees(step)
    assert following.taken().viewer == 1


def test_one_person_alone_always_looks() -> None:
    display = screen("market-stand", HUMAN, "random")
    assert (display.holder, display.awaited, display.viewer) == (0, None, 0)


def test_only_the_next_player_may_act_in_simultaneous_games() -> None:
    display = screen("chatuchak-speed", HUMAN, HUMAN)
    mover = display.session.current_player
    assert mover != CHANCE
    assert display.check_action(display.choices()[0]).startswith(f"{mover} ")
    with pytest.raises(InputError, match="turn"):
        display.check_action(f"{1 - mover} move 1")


def test_the_player_number_is_optional_and_invalid_actions_are_refused() -> None:
    display = screen("chatuchak-speed", HUMAN, HUMAN)
    meant = f"{display.session.current_player} move 1"
    assert [display.check_action(typed) for typed in ("move 1", "MOVE 1")] == [meant, meant]
    with pytest.raises(IllegalMoveError, match="expected a player and a move"):
        display.check_action("foo")


def test_capital_letters_do_not_matter() -> None:
    assert screen("mercado", HUMAN, HUMAN).check_action("Coin") == "coin"
    with pytest.raises(IllegalMoveError, match="'Koin': not an action"):
        screen("mercado", HUMAN, HUMAN).check_action("Koin")


def test_the_start_player_is_drawn_and_the_order_around_the_table_stays() -> None:
    around = ("human", "greedy", "advisor")
    orders = {seats_from_start(around, seed) for seed in range(40)}
    assert orders == {around, ("greedy", "advisor", "human"), ("advisor", "human", "greedy")}
    assert seats_from_start(around, 5) == seats_from_start(around, 5)


def test_a_card_drawn_for_a_hand_is_visible_only_to_its_player() -> None:
    current = screen("market-stand", "greedy", "greedy", "greedy", seed=7).session
    visible: dict[str | None, set[tuple[bool, ...]]] = {}
    for _ in range(40):
        state: Any = current.state
        current, step = current.advance()
        seen = tuple(is_seen(step, player) for player in range(3))
        if step.player == CHANCE:
            visible.setdefault(state.draws_for, set()).add(seen)
        elif step.action.startswith("start "):
            last = len([s for s in current.steps() if s.action.startswith("start ")]) == 3
            assert seen == tuple(last or player == step.player for player in range(3))
    assert visible["market"] == {(True, True, True)}
    assert all(visibility.count(True) == 1 for visibility in visible["hand"])


def test_a_card_laid_from_a_hand_is_news_to_the_others_and_one_from_the_market_is_not() -> None:
    current = screen("market-stand", "greedy", "greedy", "greedy", seed=7).session
    revealed: dict[str, set[tuple[bool, ...]]] = {}
    for _ in range(40):
        current, step = current.advance()
        if isinstance(step.taken, Lay):
            others = [player for player in range(3) if player != step.player]
            news = tuple(is_revealing(step, player) for player in (step.player, *others))
            revealed.setdefault(step.taken.source, set()).add(news)
    assert revealed == {"hand": {(False, True, True)}, "market": {(False, False, False)}}
