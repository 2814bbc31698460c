"""The facts of a position: tables that terminal and page write their way."""

import json

import pytest

from chatuchak_solver.codec import to_builtins
from chatuchak_solver.games.facts import NameList, SummaryTable, counted
from chatuchak_solver.games.registry import new_game
from tests.conformance.setups import SETUPS, Setup, playout


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_tables_are_whole_at_every_moment(setup: Setup) -> None:
    for state, _ in playout(setup, 3)[::9]:
        for table in state.facts():
            assert {len(row) for row in table.rows} <= {len(table.head) or 2}
            assert json.loads(json.dumps(to_builtins(table))).keys() == {"title", "head", "rows"}


@pytest.mark.parametrize("game", ["chatuchak", "mercado"])
def test_the_text_agrees_with_the_table(game: str) -> None:
    state = new_game(game, 3, seed=5)
    points = state.facts()[0]
    for row in points.rows:
        (line,) = [
            text_line for text_line in str(state).splitlines() if text_line.startswith(f"{row[0]}:")
        ]
        assert str(abs(row[1])) in line.split(":")[1]


def test_first_cards_stay_hidden_until_all_have_chosen() -> None:
    state = new_game("market-stand", 2, seed=1)
    started = state.apply_unchecked(state.legal_actions()[0])
    assert [table.title for table in started.facts()] == ["around"]


def test_words_and_forms() -> None:
    assert (
        f"{NameList()} / {NameList(['a', 'b'])} / {NameList(['a', 'b']):-}" == "none / a, b / a-b"
    )
    assert counted({"cloth": 2, "fish": 1}, ("fish", "meat", "cloth")) == ("fish", "2 cloth")
    table = SummaryTable("points", ("player", "total"), (("Amy", 3), ("Ben", 0)))
    assert table.lines("{player}: {total}") == ["Amy: 3", "Ben: 0"]
    assert SummaryTable.of("around", house_row=4).rows == (("house-row", 4),)
    assert SummaryTable.of("around", house_row=4).text("row {house_row}") == "row 4"
