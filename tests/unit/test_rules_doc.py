"""The table of docs/rules.md names tests that are there."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "rules.md"
REFERENCE = re.compile(r"`(\w+/[\w/]+\.py)::(\w+)`")


RULES = (
    "unit/games/test_chatuchak_rules.py",
    "unit/games/test_chatuchak_scoring.py",
    "unit/games/test_mercado_rules.py",
    "unit/games/test_river_market_rules.py",
    "unit/games/test_market_stand_rules.py",
    "unit/stand/test_scoring_rules.py",
)
"""Where each test is of a rule, but for those of files, figures and views."""

NO_RULES = {
    "test_what_becomes_of_a_marker_is_observed_for_the_designers_table",
    "test_figures_of_the_user_take_the_place_of_the_shipped_ones",
    "test_without_in_grid_the_grid_decides_and_without_stars_the_figures",
    "test_wrong_files_are_refused_with_the_place",
    "test_the_command_prints_the_contracts_json_and_doubts",
    "test_equal_seeds_give_equal_deals_and_others_do_not",
    "test_actions_out_of_their_time_say_what_is_due",
    "test_views_of_positions_that_differ_in_hidden_cards_are_equal",
    "test_guessed_hands_fit_the_view",
    "test_there_is_no_view_of_a_player_who_does_not_play",
    "test_an_own_deck_can_be_played_with",
    "test_the_smallest_deck_lasts_to_the_end",
    "test_positions_print_their_stands_hands_and_what_is_next",
    "test_the_last_card_laid_must_be_missing_at_the_end",
    "test_a_view_is_a_request_for_the_next_card",
    "test_expected_goods_are_all_that_others_could_announce",
}


def references() -> list[tuple[str, str]]:
    return sorted(set(REFERENCE.findall(PAGE.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("file", sorted({file for file, _ in references()}))
def test_the_named_tests_are_there(file: str) -> None:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    named = {test for other, test in references() if other == file}
    assert named - there == set()


def test_every_rule_has_a_test() -> None:
    # A row of a rule without a reference would look held without being so.
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| Rule"):
            assert REFERENCE.search(line), line


def test_every_test_of_a_rule_is_on_the_page() -> None:
    """Of the games' rules and scores: what is no rule says so by its name, or is listed here."""
    listed = set(references())
    for file in RULES:
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        tests = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        missing = {
            name
            for name in tests
            if name.startswith("test_") and (file, name) not in listed and name not in NO_RULES
            if not name.endswith(("refused", "refused_by_field", "by_their_place", "the_place"))
        }
        assert missing == set(), file


def test_what_is_no_rule_is_there() -> None:
    there = {
        node.name
        for file in RULES
        for node in ast.parse((TESTS / file).read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    assert there >= NO_RULES
