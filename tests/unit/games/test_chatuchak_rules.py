"""The multiplayer game's rules, one named test each; docs/rules.md maps rules to tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from chatuchak_solver.errors import IllegalMoveError, InvalidInstanceError
from chatuchak_solver.games.chatuchak import ChatuchakState
from chatuchak_solver.games.chatuchak.game import observe
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.chatuchak.setup import exchange, load_figures
from chatuchak_solver.games.chatuchak.state import MarkerState
from chatuchak_solver.games.contract import CHANCE, play_log
from chatuchak_solver.puzzle import Grid, MoveRule

MIXES = tuple(map(Marker.parse, ("mix:RY", "mix:RG", "mix:YG", "mix:GP", "mix:BP")))
AMY, JOSH = 0, 1

# The two players of the rulebook's marker examples, after the described moves.
AMY_GRID = "GGYYBP/RGGBYR/RRGPBY/BPBYPG/YRPBR."
JOSH_GRID = "GGYPRP/GGYYPG/RRPBRB/RPYGY./BBBBRY"


def game(
    *grids: str,
    turn: int = 0,
    markers: Mapping[str, tuple[int, int]] | None = None,
    rule: MoveRule = MoveRule.JUMP,
    **changes: Any,
) -> ChatuchakState:
    """Return a position; ``markers`` gives holder and token owner by marker name."""
    figures, _ = load_figures()
    start = ChatuchakState.start(map(Grid.parse, grids), mixes=MIXES, figures=figures, rule=rule)
    document = {**start.to_dict(), "turn": turn, **changes}
    for row in document["markers"]:
        if markers and row["marker"] in markers:
            row["holder"], row["token"] = markers[row["marker"]]
    return ChatuchakState.from_dict(document)


def before_move(grid: str, landing: int) -> tuple[str, str]:
    """Return the grid before a booth jumped to ``landing``, and the move that leads to ``grid``."""
    after = Grid.parse(grid)
    return str(after.move(landing)), f"move {after.empty}"


def marker(state: ChatuchakState, name: str) -> MarkerState:
    return next(row for row in state.markers if row.marker.name == name)


def fits(state: ChatuchakState, player: int, name: str) -> bool:
    return state.fits(player, [str(row.marker) for row in state.markers].index(name))


def spot(row: int, column: int) -> int:
    return 6 * row + column


# The worked marker examples


def test_example_a_equal_groups_leave_the_marker_with_the_earlier_player() -> None:
    # Both largest red groups have 3 booths; Amy's did so first.
    grid, move = before_move(JOSH_GRID, spot(3, 0))
    state = game(AMY_GRID, grid, turn=JOSH, markers={"group:R": (AMY, AMY)})
    state = state.apply(move)
    assert str(state.grids[JOSH]) == JOSH_GRID
    assert marker(state, "group:R").holder == AMY
    assert state.general_tokens == (0, 0)


def test_example_b_the_larger_smallest_group_decides_a_mix_marker() -> None:
    # Amy: 2 yellow with 5 green. Josh: 3 yellow with 4 green.
    after = "GGYPR./GGYYPG/RRPBRB/RPYGYP/BBBBRY"
    grid, move = before_move(after, spot(0, 2))
    state = game(AMY_GRID, grid, turn=JOSH, markers={"mix:YG": (AMY, AMY)}).apply(move)
    assert marker(state, "mix:YG").holder == JOSH
    assert marker(state, "mix:YG").token == AMY
    assert state.general_tokens == (0, 1)


def test_example_c_the_largest_group_breaks_a_tie_of_a_mix_marker() -> None:
    # Both smallest groups have 3 red booths; Amy's larger one has 5 green, Josh's 4.
    grid, move = before_move(JOSH_GRID, spot(3, 0))
    unchanged = game(AMY_GRID, grid, turn=JOSH, markers={"mix:RG": (AMY, AMY)}).apply(move)
    assert marker(unchanged, "mix:RG").holder == AMY
    after = "GGYYBP/RGGBYR/RRGPBY/BPBYPG/.RPBRY"
    grid, move = before_move(after, spot(1, 0))
    taken = game(grid, JOSH_GRID, turn=AMY, markers={"mix:RG": (JOSH, JOSH)}).apply(move)
    assert marker(taken, "mix:RG").holder == AMY
    assert taken.general_tokens == (1, 0)


def test_example_d_the_longest_path_and_the_largest_rectangle() -> None:
    # Josh completes 4 blue booths in a line, and 4 green ones in a square.
    after = "GGYPRP/GGYYPG/RRPBRB/RPYGYY/BBBBR."
    grid, move = before_move(after, spot(4, 3))
    state = game(AMY_GRID, grid, turn=JOSH).apply(move)
    assert marker(state, "path").holder == JOSH
    assert marker(state, "path").token == JOSH
    after = "GGYPRP/GGYY.G/RRPBRB/RPYGYP/BBBBRY"
    grid, move = before_move(after, spot(1, 1))
    state = game(AMY_GRID, grid, turn=JOSH).apply(move)
    assert marker(state, "rectangle").holder == JOSH


# When markers are won, on small grids


def test_a_marker_is_won_from_the_center_with_its_matching_token() -> None:
    state = game("R.Y/YRG/YGG", "RY./YRG/YGG").apply("move 4")
    assert str(state.grids[0]) == "RRY/Y.G/YGG"
    assert (marker(state, "group:R").holder, marker(state, "group:R").token) == (0, 0)
    assert state.general_tokens == (0, 0)


def test_equal_is_not_enough_even_for_a_marker_in_the_center() -> None:
    state = game("R.Y/YRG/YGG", "RRY/Y.G/YGG").apply("move 4")
    assert (marker(state, "group:R").holder, marker(state, "group:R").token) == (None, None)


def test_the_moved_booth_must_be_part_of_the_place() -> None:
    # The red pair beats the other player's single reds all along, but a green booth moved.
    state = game("RR./YYG/YGG", "RY./YRG/YGG").apply("move 5")
    assert str(state.grids[0]) == "RRG/YY./YGG"
    assert marker(state, "group:R").holder is None


def test_a_better_place_without_the_moved_booth_does_not_help() -> None:
    # The moved red makes a pair, no more than the other's; the group of three has it not.
    state = game("RRYR/RGY./GYGR", "RRYR/YGR./GYGR").apply("move 11")
    assert str(state.grids[0]) == "RRYR/RGYR/GYG."
    assert (state.profiles[0].strengths[0], state.profiles[1].strengths[0]) == (3, 2)
    assert marker(state, "group:R").holder is None


@pytest.mark.parametrize(
    ("grid", "move", "after"),
    [("R.Y/GRY/BBG", "move 4", "RRY/G.Y/BBG"), ("RRY/BG./BGY", "move 8", "RRY/BGY/BG.")],
    ids=["red moved", "yellow moved"],
)
def test_the_moved_booth_may_be_in_either_group_of_a_mix(grid: str, move: str, after: str) -> None:
    state = game(grid, "RYG/.RY/BBG").apply(move)
    assert str(state.grids[0]) == after
    assert marker(state, "mix:RY").holder == 0


def test_a_single_booth_is_no_group_of_a_mix() -> None:
    # A red pair next to a single yellow.
    state = game("R.Y/GRB/GBY", "RYG/.RB/YGB").apply("move 4")
    assert str(state.grids[0]) == "RRY/G.B/GBY"
    assert marker(state, "group:R").holder == 0
    assert marker(state, "mix:RY").holder is None


def test_a_path_is_three_in_a_straight_line() -> None:
    bent = game("R.G/RYY/GRY", "GR./RYG/YRY").apply("move 7")
    assert str(bent.grids[0]) == "RRG/RYY/G.Y"
    assert (marker(bent, "group:R").holder, marker(bent, "path").holder) == (0, None)
    straight = game("RR./GYY/YGR", "GR./RYG/YRY").apply("move 8")
    assert str(straight.grids[0]) == "RRR/GYY/YG."
    assert (marker(straight, "path").holder, marker(straight, "rectangle").holder) == (0, None)


def test_a_rectangle_is_two_by_two_at_least_and_one_move_may_win_several_markers() -> None:
    state = game("RR/R./GR/GG", "RG/R./GR/RG").apply("move 5")
    assert str(state.grids[0]) == "RR/RR/G./GG"
    won = [row["marker"] for row in state.to_dict()["markers"] if row["holder"] == 0]
    assert won == ["group:R", "mix:RG", "rectangle"]
    # Three markers, their three tokens; one group a color.
    assert state.scores()[0] == 6 - 1


def test_the_strength_of_players_without_the_marker_counts_too() -> None:
    # Player 2 beats the holder's pair, but only equals player 3, without a marker.
    holds, grows, rival = "RRY/GYR/YG.", "RR./GYY/YGR", "RRR/GYY/YG."
    state = game(holds, grows, rival, turn=1, markers={"group:R": (0, 0)})
    assert marker(state.apply("move 8"), "group:R").holder == 0


# Tokens


def test_a_marker_from_a_player_brings_a_general_token_and_no_token_is_lost() -> None:
    state = game("RRY/GYR/YG.", "RR./GYY/YGR", turn=1, markers={"group:R": (0, 0)})
    after = state.apply("move 8")
    assert (marker(after, "group:R").holder, marker(after, "group:R").token) == (1, 0)
    assert after.general_tokens == (0, 1)
    # Player 1 loses the marker's star and retains the token's.
    assert after.results()[0].stars == state.results()[0].stars - 1 == 1


def test_a_better_place_in_the_own_grid_brings_no_token() -> None:
    # From the red pair on the left to three reds on the right.
    grids = "RRYR/YGR./GYGR", "RYRY/GRG./RYRG"
    state = game(*grids, markers={"group:R": (0, 1), "path": (1, 1)}).apply("move 6")
    assert str(state.grids[0]) == "RRYR/YG.R/GYGR"
    assert (marker(state, "group:R").holder, marker(state, "group:R").token) == (0, 1)
    assert state.profiles[0].strengths[0] == 3
    # The path that this makes is won from player 2: that is the one general token.
    assert state.general_tokens == (1, 0)


def test_general_tokens_are_exchanged_without_changing_their_stars() -> None:
    for stars in range(40):
        tokens = exchange(stars, (1, 2, 5))
        assert sum(tokens) == stars
        assert list(tokens) == sorted(tokens, reverse=True)
    assert exchange(9, (1, 2, 5)) == (5, 2, 2)
    # Largest first would give 5, 1, 1, 1.
    assert exchange(8, (1, 4, 5)) == (4, 4)


# Break-up

BROKEN = ("RRR/GYY/YG.", "RR./GYY/YGR")
"""A player's grid before and after `move 2`, which makes three reds two."""


def test_a_weakened_holder_retains_the_marker() -> None:
    state = game(BROKEN[0], "RRR/GYY/YG.", markers={"group:R": (0, 0)}).apply("move 2")
    assert str(state.grids[0]) == BROKEN[1]
    assert marker(state, "group:R").holder == 0
    # Not even after a turn of the other player that moves another color.
    assert marker(state.apply("move 7"), "group:R").holder == 0


def test_a_challenger_must_beat_the_reduced_strength_of_the_holder() -> None:
    state = game(BROKEN[0], "RR./GYY/YGR", markers={"group:R": (0, 0)}).apply("move 2")
    # Three reds now beat the holder's two, although the marker was won with three.
    state = state.apply("move 8")
    assert (marker(state, "group:R").holder, marker(state, "group:R").token) == (1, 0)
    assert state.general_tokens == (0, 1)


def test_a_marker_that_no_longer_fits_leaves_the_grid_and_scores_no_points() -> None:
    state = game("RRY/.YG/YGG", "RY./YRG/YGG", markers={"group:R": (0, 0)})
    assert fits(state, 0, "group:R")
    after = state.apply("move 0")
    assert str(after.grids[0]) == ".RY/RYG/YGG"
    assert marker(after, "group:R").holder == 0
    assert not fits(after, 0, "group:R")
    assert after.results()[0].stars == state.results()[0].stars - 1
    assert "p1, beside" in str(after)


def test_a_marker_outside_the_grid_returns_without_a_token() -> None:
    away = game(".RY/RYG/YGG", "RY./YRG/YGG", markers={"group:R": (0, 0)})
    back = away.apply("move 3")
    assert str(back.grids[0]) == "RRY/.YG/YGG"
    assert fits(back, 0, "group:R")
    assert (marker(back, "group:R").holder, marker(back, "group:R").token) == (0, 0)
    assert back.general_tokens == (0, 0)
    assert back.results()[0].stars == away.results()[0].stars + 1


def test_a_marker_outside_the_grid_is_won_by_any_place_of_another_player() -> None:
    state = game(".RY/RYG/YGG", "R.Y/YRG/YGG", turn=1, markers={"group:R": (0, 0)})
    state = state.apply("move 4")
    assert marker(state, "group:R").holder == 1
    assert state.general_tokens == (0, 1)


def test_a_marker_moves_to_a_lesser_place_before_it_leaves_the_grid() -> None:
    state = game("RRYR/YG.R/GYGR", "RYRY/GRG./RYRG", markers={"group:R": (0, 0)})
    after = state.apply("move 7")
    assert str(after.grids[0]) == "RRYR/YGR./GYGR"
    assert fits(after, 0, "group:R")
    assert after.profiles[0].strengths[0] == 2


def test_a_mix_leaves_the_grid_if_its_groups_separate() -> None:
    # Both pairs are still there, but they touch no more.
    state = game("BBY/RRY/GG.", "RYG/.RY/BBG", markers={"mix:RY": (0, 0)})
    assert fits(state, 0, "mix:RY")
    parted = game("RR.Y/BBGY/GGBB", "RYGB/.RYB/BBGG", markers={"mix:RY": (0, 0)})
    assert not fits(parted, 0, "mix:RY")
    assert parted.results()[0].stars == 1


def test_marker_events_are_observed_for_the_designers_table() -> None:
    def events(before: ChatuchakState, action: str) -> list[tuple[str, str]]:
        return list(observe(before, before.parse(action), before.apply(action)))

    held = game("RRY/.YG/YGG", "R.Y/YRG/YGG", markers={"group:R": (0, 0)})
    assert events(held, "move 0") == [("move", "times a game"), ("group:R", "broken up")]
    outside = game(".RY/RYG/YGG", "RY./YRG/YGG", markers={"group:R": (0, 0)})
    assert ("group:R", "came back") in events(outside, "move 3")
    assert ("group:R", "taken over") in events(held.apply("move 0"), "move 4")
    assert ("group:R", "from the center") in events(game("R.Y/YRG/YGG", "RY./YRG/YGG"), "move 4")
    end = game("RRY/.YG/YGG", "RRY/.YG/YGG", tent=9, markers={"group:R": (0, 0), "path": (1, 1)})
    finished = events(play_log(end, ("pass", "pass")), "roll 12")
    assert ("group:R", "in a grid at the end") in finished
    assert ("path", "beside one at the end") in finished
    assert sum(column == "in play" for _, column in finished) == 12


# Turns, passing, the time track, the end


def test_a_booth_jumps_to_the_empty_spot_from_its_row_or_column() -> None:
    state = game(AMY_GRID, JOSH_GRID)
    # The empty spot is the last one, 29: row 24..28 and column 5, 11, 17, 23.
    spots = [5, 11, 17, 23, 24, 25, 26, 27, 28]
    assert list(state.legal_texts()) == sorted(["pass", *(f"move {spot}" for spot in spots)])
    with pytest.raises(IllegalMoveError, match="row or column of the empty spot 29"):
        state.apply("move 0")
    with pytest.raises(IllegalMoveError, match="spot 29 is the empty one"):
        state.apply("move 29")
    with pytest.raises(IllegalMoveError, match="invalid spot 30: expected 0 to 29"):
        state.apply("move 30")


def test_under_the_slide_rule_only_a_neighbor_moves() -> None:
    state = game(AMY_GRID, JOSH_GRID, rule=MoveRule.SLIDE)
    assert state.legal_texts() == ("move 23", "move 28", "pass")
    with pytest.raises(IllegalMoveError, match="next to the empty spot 29"):
        state.apply("move 5")


def test_turns_go_round_and_the_last_player_rolls_after_each_of_their_turns() -> None:
    # The time track is with the player to the right of the start player: the last in turn.
    state = game(AMY_GRID, AMY_GRID, AMY_GRID)
    players = []
    for action in ("move 5", "move 5", "move 5", "roll 1", "move 0"):
        players.append(state.current_player)
        state = state.apply(action)
    assert players == [0, 1, 2, CHANCE, 0]
    assert state.current_player == 1


def test_a_player_takes_no_turns_after_passing() -> None:
    state = play_log(game(AMY_GRID, AMY_GRID, AMY_GRID), ("move 5", "pass", "move 5", "roll 1"))
    state = state.apply("move 0")
    assert state.passed == (False, True, False)
    assert state.current_player == 2


def test_the_time_tracks_holder_rolls_after_skipped_turns_too() -> None:
    state = play_log(game(AMY_GRID, AMY_GRID), ("move 5", "pass", "roll 1", "move 0"))
    assert state.current_player == CHANCE


def test_the_clock_runs_on_when_all_have_passed() -> None:
    state = play_log(game(AMY_GRID, AMY_GRID), ("pass", "pass"))
    for _ in range(10):
        assert state.current_player == CHANCE
        state = state.apply("roll 12")
    assert state.is_over


def test_a_roll_moves_the_tent_or_lowers_the_number() -> None:
    # The rulebook's example: 4 is needed, a 2 lowers it to 3; an 8 moves the tent; then 5.
    figures, _ = load_figures({"time_track": [4, 5]})
    start = ChatuchakState.start(
        (Grid.parse(AMY_GRID), Grid.parse(JOSH_GRID)), mixes=MIXES, figures=figures
    )
    state = play_log(start, ("pass", "pass", "roll 2"))
    assert (state.tent, state.requirement) == (0, 3)
    state = state.apply("roll 8")
    assert (state.tent, state.requirement) == (1, 5)
    # Each miss lowers the number, until any roll is enough; equal is enough.
    state = play_log(state, ("roll 1",) * 3)
    assert (state.tent, state.requirement) == (1, 2)
    assert state.apply("roll 2").is_over


def test_the_game_ends_at_once_on_the_last_space() -> None:
    state = play_log(game(AMY_GRID, AMY_GRID, tent=9), ("move 5", "move 5"))
    assert state.requirement == 12
    over = state.apply("roll 12")
    assert over.is_over
    assert over.legal_texts() == ()
    with pytest.raises(IllegalMoveError, match="the tent stands on the last space"):
        over.apply("move 0")
    assert not state.apply("roll 11").is_over


def test_the_die_has_twelve_equally_likely_sides() -> None:
    state = play_log(game(AMY_GRID, AMY_GRID), ("pass", "pass"))
    outcomes = dict(state.chance_texts())
    assert outcomes == {f"roll {number}": 1 for number in range(1, 13)}
    with pytest.raises(IllegalMoveError, match="roll 1 to roll 12"):
        state.apply("roll 13")
    with pytest.raises(IllegalMoveError, match="the die is not to be rolled now"):
        game(AMY_GRID, AMY_GRID).apply("roll 3")


# Setup


def test_twelve_markers_are_in_play_with_one_side_of_each_mix_marker() -> None:
    _, setup = load_figures()
    drawn = set()
    for seed in range(30):
        state = ChatuchakState.new(2, rng=np.random.default_rng(seed))
        names = [row.marker.name for row in state.markers]
        assert len(names) == 12
        assert names[:5] == [f"group:{color}" for color in "RYGBP"]
        assert names[10:] == ["path", "rectangle"]
        mixes = {row.marker for row in state.markers if row.marker.kind == "mix"}
        assert all(len(mixes.intersection(sides)) == 1 for sides in setup.mix_sides)
        drawn |= mixes
    assert len(drawn) == 10


def test_start_grids_go_round_by_their_numbers_from_different_tiles() -> None:
    # The lowest number to the start player, the next to the left neighbor, and so on.
    _, setup = load_figures()
    all_numbers = set()
    for seed in range(60):
        state = ChatuchakState.new(5, rng=np.random.default_rng(seed))
        numbers = [setup.tiles.index(grid) + 1 for grid in state.grids]
        assert numbers == sorted(set(numbers))
        assert all(len(set(numbers).intersection(sides)) <= 1 for sides in setup.tile_sides)
        all_numbers.update(numbers)
    assert all_numbers == set(range(1, 17))


def test_figures_of_the_user_take_the_place_of_the_shipped_ones() -> None:
    stars = {"group": 1, "mix": 2, "path": 3, "rectangle": 4, "group:R": 7}
    grids = ["RR/R./GR/GG", "RG/R./GR/RG"]
    data = {"marker_stars": stars, "start_grids": grids, "mix_markers": [["RG"]]}
    state = ChatuchakState.new(2, rng=np.random.default_rng(0), data=data).apply("move 5")
    # The red group's own stars go before those of its kind; tokens have one each.
    assert state.results()[0].stars == (7 + 1) + (2 + 1) + (4 + 1)


def test_a_marker_leaves_the_center_with_its_token() -> None:
    document = game(AMY_GRID, JOSH_GRID).to_dict()
    document["markers"][3]["holder"] = 1
    with pytest.raises(InvalidInstanceError, match=r"markers\[3\].token: .* leave the center"):
        ChatuchakState.from_dict(document)
