"""Who looks at a shared screen, and what may be shown there."""

from dataclasses import replace

import pytest

from chatuchak_solver import GameRecord, IllegalMoveError, InputError, new_game
from chatuchak_solver.games.contract import CHANCE
from chatuchak_solver.games.session import HUMAN, Screen, Session


def screen(game: str, *seats: str, seed: int = 3) -> Screen:
    start = new_game(game, len(seats), seed=seed)
    return Screen(Session(GameRecord.begin(start), seats, seed))


def acted(one: Screen) -> Screen:
    return replace(one, session=one.session.apply(one.choices()[0]))


def test_games_without_hidden_cards_do_not_hand_over_the_screen() -> None:
    one = screen("chatuchak", HUMAN, HUMAN)
    assert (one.awaited, one.viewer) == (None, 0)
    assert (acted(one).awaited, acted(one).viewer) == (None, 1)


def test_hidden_cards_are_shown_to_the_screen_holder_until_the_next_turn() -> None:
    one = screen("market-stand", HUMAN, HUMAN)
    assert (one.awaited, one.viewer, one.holder) == (0, None, None)
    taken = one.taken()
    assert (taken.awaited, taken.viewer) == (None, 0)
    following = acted(taken)
    assert (following.awaited, following.viewer) == (1, None)
    [step] = following.session.steps()
    assert not following.sees(step)  # who was looking saw it; who comes next must not
    assert taken.sees(step)
    assert following.taken().viewer == 1


def test_one_person_alone_always_looks() -> None:
    one = screen("market-stand", HUMAN, "random")
    assert (one.holder, one.awaited, one.viewer) == (0, None, 0)


def test_only_the_next_player_may_act_in_simultaneous_games() -> None:
    one = screen("chatuchak-speed", HUMAN, HUMAN)
    mover = one.session.current_player
    assert mover != CHANCE
    assert one.check_action(one.choices()[0]).startswith(f"{mover} ")
    with pytest.raises(InputError, match="turn"):
        one.check_action(f"{1 - mover} move 1")


def test_the_player_number_is_optional_and_invalid_actions_are_refused() -> None:
    one = screen("chatuchak-speed", HUMAN, HUMAN)
    assert (
        one.check_action("move 1")
        == one.check_action("MOVE 1")
        == f"{one.session.current_player} move 1"
    )
    with pytest.raises(IllegalMoveError, match="expected a player and a move"):
        one.check_action("foo")


def test_capital_letters_do_not_matter() -> None:
    assert screen("mercado", HUMAN, HUMAN).check_action("Coin") == "coin"
    with pytest.raises(IllegalMoveError, match="'Koin': not an action"):
        screen("mercado", HUMAN, HUMAN).check_action("Koin")
