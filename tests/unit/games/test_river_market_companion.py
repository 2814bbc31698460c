"""The table companion's sessions, the Rival's log and the answers on file."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from chatuchak_cli.games.river_market.companion import expand
from chatuchak_solver import IllegalMoveError, InputError, InvalidInstanceError, NotationError
from chatuchak_solver.games.contract import CHANCE, play_log, sample_chance
from chatuchak_solver.games.river_market import GAME, River, RiverMarketState, players
from chatuchak_solver.games.river_market.actions import Action
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.score_file import ScoreFile, score
from chatuchak_solver.games.river_market.text import instructions
from chatuchak_solver.games.score_form import ScoreRequest
from tests.tables import read_cases

RIVER = "swap-meet [e1] mill=you [e2] dock [e3]"
FEW: dict[str, Any] = {
    "river": RIVER,
    "cards": {"booth 1": 4, "other zoom": 3, "helper 2": 5, "booth zoom": 2},
    "events": {"Regatta": 2},
}


def begun(**changes: Any) -> Companion:
    return Companion.begin(RiverMarketState.new(data={**FEW, **changes}), seed=11)


def dealt(session: Companion) -> Companion:
    while session.is_dealing:
        session, _ = session.advance()
    return session


def reread(session: Companion) -> Companion:
    return Companion.from_dict(json.loads(json.dumps(session.to_dict())))


def play_to_the_end(session: Companion, *, breaks: bool) -> Companion:
    """Play with the steady player's decisions; with breaks, save and read after every step."""
    rng = np.random.default_rng(5)
    player = players.SteadyPlayer()
    while not session.state.is_over:
        if session.is_dealing:
            session, _ = session.advance()
        else:
            session = session.apply(str(player.choose(session.state, 0, rng)))
        if breaks:
            session = reread(session)
    return session


def test_greedy_builds_and_hires_no_sooner_than_a_sensible_turn_does() -> None:
    state = RiverMarketState.new(data={"houses": 9})
    rng, houses, helpers = np.random.default_rng(2), 0, 0
    while not state.is_over:
        if state.current_player == CHANCE:
            state = state.apply_unchecked(sample_chance(state, rng))
            continue
        action = GAME.make_player("greedy").choose(state, 0, rng)
        if action.verb == "hired":
            helpers += 1
            assert state.turn >= players.TURNS_A_HELPER * helpers
        elif action.verb == "built":
            houses += 1
            assert state.turn >= players.TURNS_A_HOUSE * houses
        state = state.apply_unchecked(action)
    assert helpers == state.turn // players.TURNS_A_HELPER
    assert houses > 5


def test_breaks_do_not_change_a_session() -> None:
    session = play_to_the_end(begun(), breaks=False)
    assert play_to_the_end(begun(), breaks=True) == session
    assert session.state.title() is not None


def test_undo_takes_back_a_decision_with_the_cards_dealt_since() -> None:
    first = begun()
    moved = first.apply("moved dock")
    done = dealt(moved.apply("done"))
    assert len(done.record.log) > 2
    assert done.undo() == moved
    assert done.undo().undo() == first
    assert dealt(done.undo().apply("done")) == done  # the same cards again
    with pytest.raises(InputError, match="no action to undo"):
        first.undo()


def test_undo_at_the_table_takes_back_the_typed_card() -> None:
    start = RiverMarketState.new(data=FEW, options={"cards": "table"})
    session = Companion.begin(start, seed=1).apply("done")
    assert not session.is_dealing
    assert session.apply("card helper 2").undo() == session


def test_a_new_description_of_the_river_is_part_of_the_log() -> None:
    before = dealt(begun().apply("done")).apply("moved dock")
    session = before.with_river("swap-meet [e7] dock mill=rival [e8]")
    assert session.record.log == (*before.record.log, "river swap-meet [e7] dock mill=rival [e8]")
    assert session.state.river.end_spots == ("e7", "e8")
    assert reread(session) == session
    assert session.with_river(str(session.state.river)) == session
    assert session.log() == before.log()
    assert session.undo() == before
    with pytest.raises(IllegalMoveError, match="invalid your_pawn 'dock': expected one of swap-"):
        before.state.apply("river swap-meet")
    with pytest.raises(IllegalMoveError, match="invalid place 2 of the river"):
        before.state.apply("river swap-meet [e1")
    with pytest.raises(IllegalMoveError, match="expected one blank between the places"):
        before.state.apply("river swap-meet  [e1] dock")


def chapters(session: Companion, *logs: list[str]) -> dict[str, Any]:
    """Return a session as saved by earlier versions."""
    parts: list[dict[str, Any]] = [{"start": session.record.start.to_dict(), "log": logs[0]}]
    for log in logs[1:]:
        state = play_log(RiverMarketState.from_dict(parts[-1]["start"]), parts[-1]["log"])
        start = state.with_river(River.parse(f"{state.river} [e{len(parts)}0]"))
        parts.append({"start": start.to_dict(), "log": log})
    return {
        "format": 1,
        "game": "river-market",
        "companion": True,
        "seed": 11,
        "chapters": parts,
        "state": None,
    }


def test_sessions_in_chapters_are_read() -> None:
    document = chapters(begun(), ["moved dock"], ["gained fish 2", "done"], [])
    session = Companion.from_dict(document)
    assert session.record.log == (
        "moved dock",
        f"river {RIVER} [e10]",
        "gained fish 2",
        "done",
        f"river {RIVER} [e10] [e20]",
    )
    assert session == begun().apply("moved dock").with_river(f"{RIVER} [e10]").apply(
        "gained fish 2"
    ).apply("done").with_river(f"{RIVER} [e10] [e20]")
    assert reread(session) == session
    assert Companion.from_dict({**document, "state": session.state.to_dict()}) == session
    by_hand = chapters(begun(), ["moved dock"], [])
    by_hand["chapters"][1]["start"]["river"] = f"{RIVER}\n [e10]"
    assert Companion.from_dict(by_hand).record.log == session.record.log[:2]
    with pytest.raises(InvalidInstanceError, match="state: this is not the state"):
        Companion.from_dict({**document, "state": begun().state.to_dict()})


def test_a_river_without_a_pawns_booth_is_refused() -> None:
    session = begun().apply("moved dock")
    with pytest.raises(
        InvalidInstanceError, match="invalid your_pawn 'dock': expected one of swap-meet, mill"
    ):
        session.with_river("swap-meet mill")
    with pytest.raises(NotationError, match="place 2"):
        session.with_river("swap-meet [e1")
    away = play_log(begun().state, ["moved mill", "done", "card helper 2"])
    with pytest.raises(InvalidInstanceError, match="river: the river has no booth 'swap-meet'"):
        Companion.begin(away, seed=1).with_river("mill dock [e1]")


def test_sessions_with_an_illegal_action_or_another_state_are_refused() -> None:
    session = begun()
    document = session.to_dict()
    document["log"] = ["moved dock", "moved mill"]
    with pytest.raises(InputError, match=r"log\[1\]: illegal action 'moved mill'"):
        Companion.from_dict(document)
    document = {**session.to_dict(), "state": session.apply("moved dock").state.to_dict()}
    with pytest.raises(InvalidInstanceError, match="state: this is not the state"):
        Companion.from_dict(document)


@pytest.mark.parametrize(("phase", "typed", "action"), read_cases("unit/games/short_forms.txt"))
def test_short_forms_of_actions(phase: Any, typed: str, action: str) -> None:
    assert expand(typed, replace(RiverMarketState.new(), phase=phase)) == action


def test_cards_of_the_deck_on_the_table_are_equally_likely() -> None:
    state = RiverMarketState.new(data={"largest_step": 1}, options={"cards": "table"}).apply("done")
    assert dict(state.chance_texts()) == dict.fromkeys(state.legal_texts(), 1)
    assert len(state.legal_texts()) == 3 * 2 * 2  # kinds, steps, the last one or not


# The golden log has the other instructions.

FIFTH = ", ".join(5 * ["done, card helper 2"])


@pytest.mark.parametrize(
    ("actions", "data", "codes"),
    [
        ("drew 1, card helper 2", {}, "you_draw"),
        ("done, card helper 2", {"cards": {"helper 2": 1}}, "keeps moves end-deck"),
        (
            "done, card booth 1, done, card booth 1",
            {"cards": {"booth 1": 1}},
            "shuffle count build houses_left",
        ),
        ("done, card other zoom", {"river": "swap-meet [e1]"}, "keeps zoom_stays"),
        ("done, card other zoom, zoom mill", {}, "zooms bonus"),
        ("done, card booth 1", {"house_row": 0}, "row_empty"),
        ("done, card booth 1, done, card booth 1", {"river": "swap-meet"}, "no_spot"),
        (FIFTH, {"house_row": 0}, "keeps moves bonus fifth no_house"),
        (FIFTH, {"events": {}}, "keeps moves bonus fifth no_event"),
        (FIFTH, {"river": "swap-meet mill=you dock"}, "keeps moves bonus fifth no_event_spot"),
    ],
)
def test_instructions_of_rare_events(actions: str, data: dict[str, Any], codes: str) -> None:
    *before, last = actions.split(", ")
    state = play_log(RiverMarketState.new(data={**FEW, **data}), before)
    assert [line.code for line in instructions(state, last)] == codes.split()


def test_a_number_has_its_noun() -> None:
    state = play_log(RiverMarketState.new(data=FEW), ["done", "card helper 2", "done"])
    discarded = "Discard its collection, 1 card."
    assert instructions(state, "card booth 1")[-1] == discarded
    assert instructions(state, "card helper 2")[1].startswith("Move its pawn 2 booths clockwise")


def test_suggested_choices_are_good_for_the_player() -> None:
    state = RiverMarketState.new(data=FEW).apply("done").apply("card other zoom")
    assert players.suggested_choice(state) == Action("zoom", "mill")
    stranger = RiverMarketState.new(data={**FEW, "river": "swap-meet dock [e1]"})
    assert players.suggested_choice(stranger.apply("done").apply("card other zoom")) == Action(
        "zoom", "dock"
    )
    assert players.suggested_choice(stranger) is None


# Answers on file

ANSWERS: dict[str, Any] = {
    "helpers": 3,
    "score": 30,
    "left_over": {"fish": 2, "tools": 2, "coins": 1},
    "ended_by": "rival-houses",
}


def read(document: dict[str, Any]) -> ScoreFile:
    score_file = ScoreFile.from_dict(document, source="game.json")
    score_file.check_over()
    return score_file


def test_ties_give_every_title_unless_one_is_chosen() -> None:
    both = read(ANSWERS).to_dict()
    assert both["left_over"] == ["fish", "tools"]
    assert both["titles"] == {
        "fish": "The most charmingly Bright-eyed Minnow Wrangler we've seen in years!",
        "tools": "The most charmingly Bright-eyed Do-It-Yourself-er we've seen in years!",
    }
    chosen = read({**ANSWERS, "choose": "tools"}).to_dict()
    assert chosen["title"] == both["titles"]["tools"]
    assert " ".join(chosen["phrases"]) == chosen["title"]
    assert chosen["phrases"][2] == "Do-It-Yourself-er"
    assert read({**ANSWERS, "left_over": "tools"}).to_dict() == chosen


def test_a_score_report_repeats_the_answers() -> None:
    report = score(ScoreRequest(ANSWERS))
    assert report.ends == ("choose one: fish, tools tie for most left over",)
    (end,) = score(ScoreRequest(begun().to_dict())).ends
    assert end.startswith("the game is not over: ")
    lines = ("helpers: 3", "score: 30", "left over most: fish, tools")
    for row in report.players:
        assert row.lines[:3] == lines
        assert row.lines[3].startswith("the end: ")


def test_saved_games_and_sessions_are_answers_too() -> None:
    session = play_to_the_end(begun(), breaks=False)
    title = str(session.state.title())
    earlier = chapters(session, [*session.record.log])
    record = replace(session.record, table=None)
    for document in (session.to_dict(), earlier, record.to_dict(), session.state.to_dict()):
        assert read(document).to_dict()["title"] == title
    with pytest.raises(InvalidInstanceError, match="the game is not over yet"):
        read(begun().to_dict())
