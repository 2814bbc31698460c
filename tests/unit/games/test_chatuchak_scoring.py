"""Final points, tie-breaks and the final score file of the multiplayer game."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_cli.main import run
from chatuchak_solver import (
    Color,
    Grid,
    InputError,
    InvalidInstanceError,
    new_game,
    score_chatuchak,
)
from chatuchak_solver.games.chatuchak import ChatuchakState
from chatuchak_solver.games.chatuchak.score_file import FORM, FinalScore
from chatuchak_solver.games.chatuchak.setup import load_figures
from chatuchak_solver.games.chatuchak.state import Result, best, clusters, worst_color

# Pink: one group and three separate booths. No other color has more than two.
EXAMPLE_GRID = "RRRPYY/RRRGYY/PGGGYY/BGPPBG/BBBB.P"
EXAMPLE = {
    "name": "Amy",
    "grid": EXAMPLE_GRID,
    "markers": [
        {"marker": name, "in_grid": True}
        for name in ("group:R", "group:Y", "mix:RG", "path", "rectangle")
    ],
    "tokens": [
        {"token": name, "stars": stars}
        for name, stars in zip(
            ("group:R", "group:Y", "mix:RG", "path", "general"), (1, 1, 2, 2, 5), strict=True
        )
    ],
}
PLAIN = {"name": "Josh", "grid": EXAMPLE_GRID}


def score(*players: dict[str, Any]) -> dict[str, Any]:
    return final_score(*players).to_dict()


def final_score(*players: dict[str, Any]) -> FinalScore:
    figures, _ = load_figures()
    return FinalScore.of_file({"players": list(players)}, figures)


def test_the_rulebooks_example_16_stars_less_4_is_12() -> None:
    # 5 stars on markers, 11 on tokens; pink is worst with 1 group and 3 separate booths.
    result = score(EXAMPLE)
    assert result == {
        "players": [{"name": "Amy", "stars": 16, "worst_color": "P", "minus": 4, "total": 12}],
        "winners": ["Amy"],
    }
    assert final_score(EXAMPLE).worst_colors == (Color.PINK,)


def test_minus_points_are_groups_plus_single_booths_of_the_worst_color() -> None:
    grid = Grid.parse(EXAMPLE_GRID)
    assert clusters(grid) == (1, 1, 2, 2, 4)
    assert worst_color(grid) == (Color.PINK, 4)
    # Of equally bad colors the first is named.
    assert worst_color(Grid.parse("R.Y/YRG/YGG")) == (Color.RED, 2)


def test_markers_outside_the_grid_score_no_points() -> None:
    markers = [{"marker": "group:R", "in_grid": False}]
    assert score({**PLAIN, "markers": markers})["players"][0]["stars"] == 0


def test_without_in_grid_the_grid_decides_and_without_stars_the_figures() -> None:
    # Pink and red have no groups side by side; red and green have.
    markers = [{"marker": "mix:RP"}, {"marker": "mix:GR"}]
    tokens = [{"token": "general"}, {"token": "mix:RP"}]
    player = {**PLAIN, "markers": markers, "tokens": tokens}
    assert score(player)["players"][0]["stars"] == 1 + 2


def test_ties_go_to_general_stars_then_to_mix_tokens_then_are_shared() -> None:
    plain = Result(stars=6, minus=2, general_stars=1, mix_tokens=1)
    assert best([plain, Result(7, 2, 0, 0)]) == (1,)
    assert best([plain, Result(7, 3, 2, 0)]) == (1,)
    assert best([plain, Result(6, 2, 1, 2)]) == (1,)
    assert best([plain, Result(5, 1, 1, 1), Result(6, 2, 1, 0)]) == (0, 1)


def test_bigger_general_tokens_count_their_stars_in_a_tie() -> None:
    # One 3-star general token beats two 1-star ones and a matching token.
    first = {**PLAIN, "name": "one", "tokens": [{"token": "general", "stars": 3}]}
    tokens = [{"token": "general"}, {"token": "general"}, {"token": "mix:RG"}]
    second = {**PLAIN, "name": "two", "tokens": tokens}
    result = score(first, second)
    assert [player["total"] for player in result["players"]] == [-1, -1]
    assert result["winners"] == ["one"]


def test_command_prints_contracts_and_doubts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A marker that cannot be in the grid is scored according to the file, with a note.
    odd = {**PLAIN, "markers": [{"marker": "mix:RP", "in_grid": True}]}
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"players": [EXAMPLE, odd]}), encoding="utf-8")
    assert run(["score", "chatuchak", str(file), "--json"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert [player["total"] for player in document["players"]] == [12, -3]
    assert document["winners"] == ["Amy"]
    notes = captured.err.splitlines()
    assert "note: Josh: the marker mix:RP has no place in the grid" in notes
    assert (
        "note: Amy: no player has the token of the marker rectangle, which was won with it" in notes
    )
    own = tmp_path / "figures.json"
    stars = {"group": 1, "mix": 2, "path": 1, "rectangle": 1}
    own.write_text(json.dumps({"marker_stars": stars}), encoding="utf-8")
    assert run(["score", "chatuchak", str(file), "--data", str(own)]) == 0
    assert "Amy wins." in capsys.readouterr().out
    own.write_text('{"marker_stars": 3}', encoding="utf-8")
    assert run(["score", "chatuchak", str(file), "--data", str(own)]) == 2
    error = capsys.readouterr().err
    assert error == f"error: {own}: invalid marker_stars 3: expected an object\n"


@pytest.mark.parametrize(
    ("changes", "to_move"), [({}, 0), ({"turn": 1}, 1), ({"turn": 1, "tent": 10}, None)]
)
def test_a_saved_game_is_scored_as_it_stands(changes: dict[str, int], to_move: int | None) -> None:
    document = new_game("chatuchak", seed=1).to_dict() | {"general_tokens": [3, 0], **changes}
    game = score_chatuchak(document)
    totals = [player["total"] for player in game.to_dict()["players"]]
    assert totals == list(ChatuchakState.from_dict(document).scores())
    assert game.to_move == to_move


def test_general_tokens_of_several_stars_are_typed_and_break_ties() -> None:
    typed = {question.name: question.read for question in FORM.of_player}
    tokens = typed["tokens"]("group:R general:5, general")
    assert tokens == [{"token": "group:R"}, {"token": "general", "stars": 5}, {"token": "general"}]
    kim = {**PLAIN, "name": "Kim", "tokens": typed["tokens"]("general:6")}
    result = score({**PLAIN, "tokens": [*tokens]}, kim)
    assert [player["total"] for player in result["players"]] == [3, 2]
    with pytest.raises(InvalidInstanceError):
        typed["tokens"]("general:5000")
    with pytest.raises(InputError, match="general:x"):
        typed["tokens"]("general:x")
    with pytest.raises(InputError, match="general:5"):
        typed["markers"]("general:5")


def test_too_many_mix_tokens_and_a_lost_token_are_noted() -> None:
    names = ("RY", "RG", "RB", "RP", "YG", "YB")
    tokens = [{"token": f"mix:{name}"} for name in names]
    held = [{"marker": "mix:RY", "in_grid": True}, {"marker": "path", "in_grid": True}]
    file = FinalScore.of_file(
        {"players": [{**PLAIN, "tokens": tokens}, {**PLAIN, "name": "Kim", "markers": held}]},
        load_figures()[0],
    )
    assert "6 mix tokens: the game has 5" in file.doubts()
    beside = FinalScore.of_file(
        {"players": [{**PLAIN, "markers": [{"marker": "path", "in_grid": False}]}]}, file.figures
    )
    doubt = "Josh: the marker path has a place in the grid, but lies beside"
    assert doubt in map(str, beside.doubts())
    [lost] = [doubt for doubt in file.doubts() if "no player has the token" in doubt]
    assert "path" in lost
