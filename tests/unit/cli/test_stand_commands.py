"""``score stand`` and the commands of ``stand`` as a user meets them."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from chatuchak_cli.shared.runner import Job
from chatuchak_generators.decks import DeckKind, generate_deck
from chatuchak_solver import NextCard
from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.stand import Deck, shipped_deck
from tests.reference.market_stand import best_total, lay_all
from tests.unit.cli.conftest import Chatuchak, Outcome, PressIn
from tests.unit.stand.problems import seeded_problem

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


def test_stand_show_prints_and_writes_svg(tmp_path: Path, chatuchak: Chatuchak) -> None:
    svg = tmp_path / "ola.svg"
    out = chatuchak("stand", "show", EXAMPLE, "--player", "Ola", "--layers", "--svg", svg).out
    assert "5 + 1 + 1 + 1" in out
    assert "Christina" not in out
    assert ET.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert list(tmp_path.iterdir()) == [svg]


def test_stand_show_reads_requests_and_saved_games(chatuchak: Chatuchak) -> None:
    def shown(document: object) -> Outcome:
        return chatuchak("stand", "show", "-", "--json", stdin=json.dumps(document))

    (stand,) = shown({"stand": "c01@0:0r0 c02@2:1r90"}).json["stands"]
    assert stand["notation"] == "c01@0:0r0 c02@2:1r90"
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    assert "no stand: expected at least one placed card" in shown(state.to_dict()).error
    state = state.apply(state.legal_texts()[0])
    stands = shown(state.to_dict()).json["stands"]
    assert [stand["name"] for stand in stands] == ["player 1"]
    as_text = state.to_dict() | {"stands": [str(stand) for stand in state.stands]}
    assert shown(as_text).json["stands"] == stands


def test_stand_deck_prints_shipped_generated_and_own_decks(
    tmp_path: Path, chatuchak: Chatuchak
) -> None:
    assert Deck.from_dict(chatuchak("stand", "deck", "--json").json) == shipped_deck()
    options = ("--seed", 7, "--kind", "clustered", "--cards", 12, "--json")
    text = chatuchak("stand", "deck", *options).out
    assert Deck.from_dict(json.loads(text)) == generate_deck(7, kind=DeckKind.CLUSTERED, cards=12)
    path = tmp_path / "deck.json"
    path.write_text(text, encoding="utf-8")
    out = chatuchak("stand", "deck", path).out
    assert out.count("\n") == 15
    assert "clustered 12 #7: 12 cards" in out
    assert "28 fewer than the game's 40 cards" in out
    assert "assumed: the pictures of the published cards" in out
    assert chatuchak("stand", "deck", path, "--seed", 7).code == 2


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, MarketStandState]:
    """A saved game of two in which player 2 is to lay a card, and its state."""
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    for _ in range(4):
        state = state.apply(state.legal_texts()[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    return path, state


def test_view_hides_other_hand(saved: tuple[Path, MarketStandState], chatuchak: Chatuchak) -> None:
    path, state = saved
    view = ("game", "market-stand", "view", path)
    own = chatuchak(*view, "--json").json
    assert own["player"] == state.current_player == 1
    assert own["hand"] == [card.id for card in state.hands[1]]
    out = chatuchak(*view, "--player", 0).out
    assert "\nplayer 2   player 1, you\n" in out
    assert "\nlaid (in hand): player 1: 2 (1), player 2: 1 (1)\n" in out
    assert out.count("hand c") == 1
    request = chatuchak(*view, "--player", 0, "--request").out
    (stand,) = chatuchak("stand", "show", "-", "--json", stdin=request).json["stands"]
    assert stand["notation"] == str(state.stands[0])


def test_actions_with_placements_are_applied_from_the_command_line(
    saved: tuple[Path, MarketStandState], chatuchak: Chatuchak
) -> None:
    # Several actions are separated by commas, which a placement does not contain.
    path, state = saved
    card, draw = state.hands[1][0].id, state.stack[0].id
    apply = ("game", "market-stand", "apply", path)
    after = chatuchak(*apply, f"hand {card}@3:-1r90, draw {draw}", "--json").json
    assert after["log"] == [f"hand {card}@3:-1r90", f"draw {draw}"]
    assert "meets the stand only at a corner" in chatuchak(*apply, f"hand {card}@3:-2r0").error


DECK_FILE = shipped_deck().to_dict() | {"assumed": False, "why_assumed": "", "name": "mine"}
PLACED = {"name": "Ola", "placements": ["c01@0:0r0", "c02@2:1r90"]}
SEEN = {"name": "Jan", "visible": ["M M C", "c c c"]}
GAME = {"players": [PLACED, SEEN]}
SMALL_REQUEST = {"stand": ["c01@0:0r0"], "hand": ["c02"], "cards": ["c01", "c02"]}


@pytest.mark.parametrize(
    ("command", "document"),
    [
        (("score", "stand"), GAME),
        (("stand", "show"), GAME),
        (("stand", "show"), SMALL_REQUEST),
        (("stand", "place"), SMALL_REQUEST),
        (("stand", "plan"), SMALL_REQUEST),
        (("stand", "plan", "--post-mortem"), GAME),
        (("stand", "review"), GAME),
    ],
)
def test_answers_name_an_assumed_deck(
    command: tuple[str, ...], document: dict[str, Any], chatuchak: Chatuchak, tmp_path: Path
) -> None:
    def answer(given: dict[str, Any], *options: object) -> Outcome:
        return chatuchak(*command, "-", *options, stdin=json.dumps(given))

    scores = answer(document, "--json").json
    assert scores["assumed_parts"] == ["deck"]
    assert "Assumed: deck (" in answer(document).out
    box = tmp_path / "box.json"
    box.write_text(json.dumps({"deck": DECK_FILE}), encoding="utf-8")
    own = {**document, "deck": DECK_FILE}
    for outcome in (answer(own, "--json"), answer(document, "--box", box, "--json")):
        assert outcome.json.keys() == scores.keys() - set(ASSUMED)
    assert "Assumed" not in answer(document, "--box", box).out
    # A deck in the file precedes the one in the box.
    box.write_text(json.dumps({"deck": DECK_FILE | {"cards": DECK_FILE["cards"][5:]}}))
    assert answer(own, "--box", box).code == 0
    assert 'unknown card "c01"; the deck "mine"' in answer(document, "--box", box).error


ASSUMED = ("assumed", "why_assumed", "assumed_parts")


REQUEST: dict[str, Any] = {
    "stand": "c07@0:0r0 c01@2:1r90",
    "hand": ["c12"],
    "market": ["c03", "c21", "c30"],
    "announced": ["B", "G"],
}
CARDS = ["c07", "c12", "c03"]
NINE: dict[str, Any] = {
    "cards": [f"c{number}" for number in range(13, 22)],
    "announced": ["S", "B", "G"],
}
"""Their best falls short of the sum of bounds, which alone could prove more than eight."""
ASSUMED_LINE = "Assumed: deck ('chatuchak box show' has the reasons).\n"


def reference_total(notation: list[dict[str, Any]], announced: list[str]) -> int:
    """Score a stand of the shipped deck, as JSON tells it, by the plain twin."""
    deck = shipped_deck()
    picture = lay_all(
        [
            (deck[entry["card"]].rows, entry["x"], entry["y"], entry["rotation"])
            for entry in notation
        ]
    )
    assert picture is not None
    return best_total(picture, announced, 1)


def placed(chatuchak: Chatuchak, *options: object, **changes: object) -> Outcome:
    return chatuchak("stand", "place", "-", *options, stdin=json.dumps(REQUEST | changes))


def planned(chatuchak: Chatuchak, *options: object, **request: object) -> Outcome:
    return chatuchak("stand", "plan", "-", *options, stdin=json.dumps(request))


def test_place_prints_ranked_placements(chatuchak: Chatuchak) -> None:
    answer = placed(chatuchak, "--look-ahead", 0, "--top", 7, "--json")
    assert (answer.code, answer.err) == (0, "")
    placements = answer.json["placements"]
    assert len(placements) == 7 < answer.json["legal"]
    totals = [placement["total"] for placement in placements]
    assert totals == sorted(totals, reverse=True)
    assert {placement["from"] for placement in placements} <= {"hand", "market"}
    stand = [{"card": "c07", "x": 0, "y": 0, "rotation": 0}]
    stand += [{"card": "c01", "x": 2, "y": 1, "rotation": 90}]
    for placement in placements:
        assert placement["total"] == reference_total([*stand, placement], ["B", "G"])
        assert placement["outlook"] is None
    first, second = placed(chatuchak, "--look-ahead", 3, "--top", 2, "--json").json["placements"]
    assert first["outlook"] >= second["outlook"] > first["total"]


def test_an_unproven_plan_of_nine_cards_reports_its_gap(chatuchak: Chatuchak) -> None:
    limit = ("--time-limit", 0.3)
    answer = planned(chatuchak, *limit, "--json", **NINE)
    assert (answer.code, answer.err) == (3, "the time limit came before the proof\n")
    plan = answer.json
    assert (plan["status"], plan["proof"]) == ("feasible", "none")
    assert len(plan["stand"]) == 9
    assert plan["total"] == reference_total(plan["stand"], NINE["announced"])
    assert plan["gap"] == plan["bound"] - plan["total"] > 0
    assert f"at most {plan['bound']} points" in plan["statement"]
    answer = planned(chatuchak, *limit, **NINE)
    assert answer.code == 3
    assert "Not proven best: at most" in answer.out


def test_verify_checks_the_certificate_of_a_plan(chatuchak: Chatuchak, tmp_path: Path) -> None:
    request = json.dumps({"cards": ["c07", "c12", "c03", "c21", "c30"], "announced": ["B", "G"]})
    proof = tmp_path / "proof.json"
    assert chatuchak("stand", "plan", "-", "--certificate", str(proof), stdin=request).code == 0
    answer = chatuchak("stand", "verify", str(proof))
    assert "checked" in answer.out
    assert answer.code == (0 if "Proven without the search" in answer.out else 3)
    document = json.loads(proof.read_text())
    document["total"] += 1
    proof.write_text(json.dumps(document))
    verification = chatuchak("stand", "verify", str(proof), "--json")
    assert verification.code == 1
    assert verification.json["verdict"] == "wrong"


def test_plan_by_cp_sat_reports_its_box(chatuchak: Chatuchak) -> None:
    # The bound allows these a point more than they can show, so that CP-SAT has to decide.
    problem = seeded_problem(4, 2, fixed_order=True)
    request: dict[str, Any] = {
        "deck": [{"id": card.id, "rows": list(card.rows)} for card in problem.cards],
        "cards": [card.id for card in problem.cards],
        "announced": list(problem.announced),
        "order": "fixed",
        "variant": "two-player" if problem.own_goods == 2 else "standard",
    }
    plan = planned(chatuchak, "--solver", "cp-sat", "--workers", 1, "--json", **request).json
    assert (plan["status"], plan["proof"], plan["box"]) == ("optimal", "box", 6)
    assert plan["gap"] == plan["bound"] - plan["total"] == 1
    by_cover = planned(chatuchak, "--json", **request).json
    assert (by_cover["total"], by_cover["proof"]) == (plan["total"], "any layout")
    assert by_cover["box"] is None
    out = planned(chatuchak, "--solver", "cp-sat", **request).out
    assert "Proven best inside a box of 6 x 6 spaces: no stand of these 2 cards laid in the" in out
    assert "scores more; at most 13 points" in out
    assert "Proven best for any layout" not in out


def test_plan_prints_placements_and_proof(chatuchak: Chatuchak) -> None:
    out = planned(chatuchak, cards=CARDS, announced=["C"]).out
    plan = planned(chatuchak, "--json", cards=CARDS, announced=["C"]).json
    assert (plan["status"], plan["proof"], plan["order"]) == ("optimal", "any layout", "free")
    assert plan["total"] == plan["bound"] == reference_total(plan["stand"], ["C"])
    assert plan["gap"] == 0
    assert sorted(placement["card"] for placement in plan["stand"]) == sorted(CARDS)
    assert "points, announcing" in out
    assert "Placements: " in out
    rest = plan["not_announced"]
    assert sorted([*rest, *plan["scoring_goods"]]) == sorted("SBGCM")
    paid = sorted((rest[good]["points"] for good in rest if rest[good]["points"]), reverse=True)
    (line,) = [line for line in out.splitlines() if line.startswith("Other goods, if announced")]
    assert [int(word) for word in line.split() if word.isdigit()] == paid
    assert out.endswith(
        f"Proven best for any layout: no stand of these {len(CARDS)} cards laid in any order "
        f"(announced: 1 by its owner, carrot by others) scores more.\n{ASSUMED_LINE}"
    )


def described(svg: Path) -> str:
    """Return the text that a picture holds for those who do not see it."""
    return " ".join(ET.fromstring(svg.read_text(encoding="utf-8")).itertext())


def test_plans_are_drawn(chatuchak: Chatuchak, tmp_path: Path) -> None:
    svg, all_svg = tmp_path / "one.svg", tmp_path / "many.svg"
    total = planned(chatuchak, "--svg", svg, "--json", cards=CARDS).json["total"]
    assert f"{total} points" in described(svg)
    options = ("--post-mortem", "--order", "fixed", "--time-limit", 0, "--svg", all_svg, "--json")
    players = chatuchak("stand", "plan", EXAMPLE, *options).json["players"]
    assert [player["name"] for player in players] == ["Ola", "Christina", "Michael", "Patricia"]
    for player in players:
        assert player["missed"] >= 0
        assert player["plan"]["order"] == "fixed"
        assert f"{player['name']}: {player['scored']} points" in described(all_svg)
        assert f"at best: {player['plan']['total']}" in described(all_svg)


def test_ctrl_c_leaves_a_stand_and_a_gap(chatuchak: Chatuchak, press_ctrl_c_in: PressIn) -> None:
    press_ctrl_c_in(Job, "show")
    answer = planned(chatuchak, "--json", **NINE)
    assert (answer.code, answer.err) == (130, "interrupted before the proof\n")
    assert answer.json["gap"] > 0


def test_post_mortem_reports_the_missed_points(chatuchak: Chatuchak) -> None:
    arguments = ("stand", "plan", EXAMPLE, "--post-mortem", "--player", "Ola")
    answer = chatuchak(*arguments, "--json")
    assert answer.code == 0
    (ola,) = answer.json["players"]
    assert ola["name"] == "Ola"
    assert ola["scored"] == 25
    assert ola["missed"] == ola["plan"]["total"] - 25 > 0
    # All of these are announced by others in this game, S by Patricia too.
    assert reference_total(ola["plan"]["stand"], ["B", "G", "S"]) == ola["plan"]["total"]
    out = chatuchak(*arguments).out
    assert out.startswith(f"Ola: scored 25 points; {ola['missed']} more were possible")


def test_place_with_rollouts_lists_by_final_score(chatuchak: Chatuchak) -> None:
    options = ("--rollouts", "--look-ahead", "4", "--samples", "5", "--json")
    answer, again = (json.loads(placed(chatuchak, *options).out) for _ in range(2))
    other = json.loads(placed(chatuchak, *options, "--seed", "1").out)
    assert answer == again != other
    first = answer["placements"][0]
    assert first["low"] < first["outlook"] < first["high"]
    assert first["futures"] == 5
    text = placed(chatuchak, *options[:-1], "--top", "1").out
    assert f"{first['low']:.1f}..{first['high']:.1f}" in text


def test_ctrl_c_leaves_placements_seen_so_far(
    chatuchak: Chatuchak, press_ctrl_c_in: PressIn
) -> None:
    press_ctrl_c_in(NextCard, "look_ahead")
    outcome = placed(chatuchak, "--json", stand="c07@0:0r0", hand=["c12", "c03"], market=[])
    assert (outcome.code, len(outcome.json["placements"])) == (130, 10)
    assert "interrupted before all placements were evaluated" in outcome.err
