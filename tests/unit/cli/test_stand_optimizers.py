"""``stand place`` and ``stand plan`` as a user meets them."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from chatuchak_solver.games.market_stand import MarketStandState
from chatuchak_solver.stand import shipped_deck
from tests.reference.market_stand import best_total, lay_all
from tests.unit.cli.conftest import Chatuchak, Outcome
from tests.unit.stand.problems import seeded_problem

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"
REQUEST: dict[str, Any] = {
    "stand": "c07@0:0r0 c01@2:1r90",
    "hand": ["c12"],
    "market": ["c03", "c21", "c30"],
    "announced": ["B", "G"],
}
CARDS = ["c07", "c12", "c03"]
ASSUMED = "Assumed: deck ('chatuchak box show' has the reasons).\n"
# Eight cards with a good on every space: more than a test waits for.
DENSE = {
    "deck": [
        {"id": f"d{number}", "rows": rows}
        for number, rows in enumerate(
            [
                ["S B G", "B G S"],
                ["G S B", "S B G"],
                ["S S B", "G G B"],
                ["B G G", "S B S"],
                ["G B S", "G S B"],
                ["S G S", "B S G"],
                ["B B S", "G S S"],
                ["S B B", "G S G"],
            ]
        )
    ],
    "cards": [f"d{number}" for number in range(8)],
    "announced": ["S", "B", "G"],
}


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


def placed(chatuchak: Chatuchak, *options: str) -> Outcome:
    return chatuchak("stand", "place", "-", *options, stdin=json.dumps(REQUEST))


def test_place_prints_ranked_placements(chatuchak: Chatuchak) -> None:
    answer = placed(chatuchak, "--look-ahead", "0", "--top", "7", "--json")
    assert answer.code == 0
    assert answer.err == ""
    placements = answer.json["placements"]
    assert len(placements) == 7 < answer.json["legal"]
    assert [placement["total"] for placement in placements] == sorted(
        (placement["total"] for placement in placements), reverse=True
    )
    assert {placement["from"] for placement in placements} <= {"hand", "market"}
    stand = [{"card": "c07", "x": 0, "y": 0, "rotation": 0}]
    stand += [{"card": "c01", "x": 2, "y": 1, "rotation": 90}]
    for placement in placements:
        assert placement["total"] == reference_total([*stand, placement], ["B", "G"])
        assert placement["outlook"] is None


def test_place_looks_ahead(chatuchak: Chatuchak) -> None:
    placements = placed(chatuchak, "--look-ahead", "3", "--top", "2", "--json").json["placements"]
    assert len(placements) == 2
    assert placements[0]["outlook"] >= placements[1]["outlook"] > placements[0]["total"]


def test_place_shows_a_table_and_the_best_stand(chatuchak: Chatuchak) -> None:
    out = placed(chatuchak, "--top", "3").out
    assert "after one more" in out
    assert "The first of 720 different placements: c12@" in out
    assert out.count("\n") == 12
    assert out.endswith("p* \n .   .   .   .   C   B  \n" + ASSUMED)


def test_place_advises_the_current_player(chatuchak: Chatuchak, tmp_path: Path) -> None:
    state = MarketStandState.new(2, rng=np.random.default_rng(1))
    for _ in range(4):
        state = state.apply(state.legal_texts()[0])
    game = tmp_path / "game.json"
    game.write_text(json.dumps(state.to_dict()), encoding="utf-8")
    request = chatuchak("game", "market-stand", "view", game, "--request").out
    answer = chatuchak("stand", "place", "-", "--look-ahead", "0", "--json", stdin=request)
    assert answer.code == 0
    best = answer.json["placements"][0]
    assert f"{best['from']} {best['card']}@{best['x']}:{best['y']}r{best['rotation']}" in [
        str(action) for action in state.legal_texts()
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand": [], "market": []}, "no card to place: expected a hand or a market"),
        ({"hand": ["c99"]}, 'hand[0]: unknown card "c99"; the deck'),
        ({"hand": ["c07"]}, 'hand[0]: "c07" is already used at stand[0]'),
        ({"market": ["c12"]}, 'market[0]: "c12" is already used at hand[0]'),
        ({"stand": "c07@0:0r0 c01@9:9r0"}, "c01@9:9r0"),
        ({"stand": "c07@0:0r0 c01@3:2r0"}, "c01@3:2r0"),
        ({"announced": ["X"]}, "announced[0]"),
    ],
)
def test_place_refuses_with_one_line(
    chatuchak: Chatuchak, change: dict[str, Any], message: str
) -> None:
    answer = chatuchak("stand", "place", "-", stdin=json.dumps(REQUEST | change))
    assert message in answer.error


def test_plan_prints_a_proven_stand(chatuchak: Chatuchak) -> None:
    request = {"cards": CARDS, "announced": ["B", "G"]}
    answer = chatuchak("stand", "plan", "-", "--json", stdin=json.dumps(request))
    assert answer.code == 0
    plan = answer.json
    assert plan["status"] == "optimal"
    assert plan["proof"] == "any layout"
    assert plan["total"] == plan["bound"] == reference_total(plan["stand"], ["B", "G"])
    assert plan["gap"] == 0
    assert plan["order"] == "free"
    assert sorted(placement["card"] for placement in plan["stand"]) == sorted(CARDS)


def test_an_unproven_plan_of_nine_cards_reports_its_gap(chatuchak: Chatuchak) -> None:
    deck = shipped_deck()
    # Nine whose best falls short of the sum of bounds, which alone could prove more than eight.
    request = {"cards": [card.id for card in deck.cards[12:21]], "announced": ["S", "B", "G"]}
    arguments = ("stand", "plan", "-", "--time-limit", "0.5")
    answer = chatuchak(*arguments, "--json", stdin=json.dumps(request))
    assert answer.code == 3
    plan = answer.json
    assert (plan["status"], plan["proof"]) == ("feasible", "none")
    assert len(plan["stand"]) == 9
    assert plan["total"] == reference_total(plan["stand"], request["announced"])
    assert plan["gap"] == plan["bound"] - plan["total"] > 0
    answer = chatuchak(*arguments, stdin=json.dumps(request))
    assert answer.code == 3
    assert "Not proven best: at most" in answer.out


def test_a_deck_of_other_card_sizes_is_refused_with_an_alternative(
    chatuchak: Chatuchak, tmp_path: Path
) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text('[{"id": "a", "rows": ["S B", "c S"]}]', encoding="utf-8")
    request = {"deck": str(deck), "cards": ["a"]}
    for answer in (
        chatuchak("stand", "deck", deck),
        chatuchak("stand", "plan", "-", stdin=json.dumps(request)),
    ):
        assert answer.code == 2
        assert (
            "row 1: expected 3 spaces separated by blanks, found 2; of cards of other"
            in answer.error
        )
    # It is as the error says: what is seen of such stands is scored.
    game = {"players": [{"name": name, "visible": ["S B", "c S"]} for name in ("Ana", "Rui")]}
    answer = chatuchak("score", "stand", "-", "--json", stdin=json.dumps(game))
    assert answer.code == 0
    assert [player["total"] for player in answer.json["players"]] == [3, 3]


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


def test_plan_preserves_a_fixed_order(chatuchak: Chatuchak) -> None:
    for request, options in (
        ({"cards": CARDS}, ["--order", "fixed"]),
        ({"cards": CARDS, "order": "fixed"}, []),
    ):
        plan = chatuchak("stand", "plan", "-", "--json", *options, stdin=json.dumps(request)).json
        assert plan["order"] == "fixed"
        assert [placement["card"] for placement in plan["stand"]] == CARDS
    free = {"cards": CARDS, "order": "fixed"}
    outcome = chatuchak("stand", "plan", "-", "--order", "free", "--json", stdin=json.dumps(free))
    assert outcome.json["order"] == "free"


# The bound allows these a point more than they can show, so that CP-SAT has to decide.
BOXED = seeded_problem(4, 2, fixed_order=True)
BOXED_REQUEST = {
    "deck": [{"id": card.id, "rows": list(card.rows)} for card in BOXED.cards],
    "cards": [card.id for card in BOXED.cards],
    "announced": list(BOXED.announced),
    "order": "fixed",
    "variant": "two-player" if BOXED.own_goods == 2 else "standard",
}


def test_plan_by_cp_sat_reports_its_box(chatuchak: Chatuchak) -> None:
    arguments = ("stand", "plan", "-", "--solver", "cp-sat")
    request = json.dumps(BOXED_REQUEST)
    answer = chatuchak(*arguments, "--workers", "1", "--json", stdin=request)
    assert answer.code == 0
    plan = answer.json
    assert (plan["status"], plan["proof"], plan["box"]) == ("optimal", "box", 6)
    assert plan["gap"] == plan["bound"] - plan["total"] == 1
    by_cover = chatuchak("stand", "plan", "-", "--json", stdin=request).json
    assert (by_cover["total"], by_cover["proof"]) == (plan["total"], "any layout")
    assert by_cover["box"] is None
    out = chatuchak(*arguments, stdin=request).out
    assert "Proven best inside a box of 6 x 6 spaces: no stand of these 2 cards laid in the" in out
    assert "scores more; at most 13 points" in out
    assert "Proven best for any layout" not in out


def test_plan_prints_placements_and_proof(chatuchak: Chatuchak) -> None:
    request = json.dumps({"cards": CARDS, "announced": ["C"]})
    out = chatuchak("stand", "plan", "-", stdin=request).out
    plan = chatuchak("stand", "plan", "-", "--json", stdin=request).json
    assert "points, announcing" in out
    assert "Placements: " in out
    rest = plan["not_announced"]
    assert sorted([*rest, *plan["scoring_goods"]]) == sorted("SBGCM")
    paid = sorted((rest[good]["points"] for good in rest if rest[good]["points"]), reverse=True)
    (line,) = [line for line in out.splitlines() if line.startswith("Other goods, if announced")]
    assert [int(word) for word in line.split() if word.isdigit()] == paid
    assert out.endswith(
        f"Proven best for any layout: no stand of these {len(CARDS)} cards laid in any order "
        f"(announced: 1 by its owner, carrot by others) scores more.\n{ASSUMED}"
    )


def described(svg: Path) -> str:
    """Return the text that a picture holds for those who do not see it."""
    return " ".join(ET.fromstring(svg.read_text(encoding="utf-8")).itertext())


def test_plans_are_drawn(chatuchak: Chatuchak, tmp_path: Path) -> None:
    svg, all_svg = tmp_path / "one.svg", tmp_path / "many.svg"
    request = json.dumps({"cards": CARDS})
    total = chatuchak("stand", "plan", "-", "--svg", svg, "--json", stdin=request).json["total"]
    assert f"{total} points" in described(svg)
    options = ("--post-mortem", "--time-limit", "0", "--svg", all_svg, "--json")
    players = chatuchak("stand", "plan", EXAMPLE, *options).json["players"]
    for player in players:
        assert f"{player['name']}: {player['scored']} points" in described(all_svg)
        assert f"at best: {player['plan']['total']}" in described(all_svg)
    answer = chatuchak("stand", "plan", "-", "--svg", tmp_path / "no" / "a.svg", stdin=request)
    assert (answer.code, f"{total} points" in answer.out) == (2, True)  # nothing found is lost
    assert "cannot write it" in answer.err


def test_a_limit_leaves_a_stand_and_a_gap(chatuchak: Chatuchak) -> None:
    answer = chatuchak(
        "stand", "plan", "-", "--time-limit", "0.3", "--json", stdin=json.dumps(DENSE)
    )
    assert answer.code == 3
    assert answer.err.splitlines()[-1] == "the time limit came before the proof"
    plan = answer.json
    assert plan["status"] == "feasible"
    assert plan["proof"] == "none"
    assert plan["gap"] == plan["bound"] - plan["total"] > 0
    assert f"at most {plan['bound']} points" in plan["statement"]


def test_ctrl_c_leaves_a_stand_and_a_gap(compiled: None, tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    request.write_text(json.dumps(DENSE), encoding="utf-8")
    command = (sys.executable, "-m", "chatuchak_cli", "stand", "plan", str(request), "--json")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert line.startswith("best ")
    assert " possible, " in line
    assert process.returncode == 130
    assert err.splitlines()[-1] == "interrupted before the proof"
    assert json.loads(out)["gap"] > 0


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


def test_post_mortem_of_all_players_in_their_order(chatuchak: Chatuchak) -> None:
    answer = chatuchak(
        *("stand", "plan", EXAMPLE, "--post-mortem", "--order", "fixed"),
        *("--time-limit", "0", "--json"),
    )
    assert answer.code in (0, 3)
    assert [player["name"] for player in answer.json["players"]] == [
        *("Ola", "Christina", "Michael", "Patricia")
    ]
    assert all(player["missed"] >= 0 for player in answer.json["players"])
    assert {player["plan"]["order"] for player in answer.json["players"]} == {"fixed"}


@pytest.mark.parametrize(
    ("document", "options", "message"),
    [
        ({}, [], 'no cards to plan: expected "cards"'),
        ({"cards": ["c01", "c01"]}, [], "cards[1]"),
        ({"cards": [f"c{n:02}" for n in range(1, 14)]}, [], "cards"),
        ({"cards": ["c01"], "order": "random"}, [], "order"),
        ({"cards": ["c01"]}, ["--post-mortem"], "--post-mortem needs a finished game"),
        ({"cards": ["c01"]}, ["--time-limit", "-1"], "invalid time limit -1.0"),
        ({"cards": ["c01"]}, ["--seed", "-1"], "invalid seed -1: expected a whole number >= 0"),
        (
            {"cards": ["c01"]},
            ["--solver", "cp-sat", "--workers", "0"],
            "invalid number of workers 0",
        ),
        ({"cards": ["c01"]}, ["--workers", "0"], "invalid number of workers 0"),
        ({"cards": ["c01"]}, ["--solver", "scip"], "'scip' is not one of 'cover', 'cp-sat'"),
        ({"players": []}, [], "a finished game needs --post-mortem"),
    ],
)
def test_plan_refuses_with_one_line(
    chatuchak: Chatuchak, document: dict[str, Any], options: list[str], message: str
) -> None:
    answer = chatuchak("stand", "plan", "-", *options, stdin=json.dumps(document))
    assert message in answer.error


def test_a_post_mortem_needs_placements_and_a_known_player(chatuchak: Chatuchak) -> None:
    game = {
        "players": [
            {"name": "Ola", "visible": ["S S c", "G p B"]},
            {"name": "Jan", "visible": ["M M C", "c c c"]},
        ]
    }
    answer = chatuchak("stand", "plan", "-", "--post-mortem", stdin=json.dumps(game))
    assert "no player's placements are known" in answer.error
    answer = chatuchak("stand", "plan", EXAMPLE, "--post-mortem", "--player", "Olga")
    assert (
        "invalid player 'Olga': expected one of Ola, Christina, Michael, Patricia" in answer.error
    )
    answer = chatuchak("stand", "plan", EXAMPLE, "--player", "Ola")
    assert answer.code == 2
    assert "--player needs --post-mortem" in answer.err


def test_a_review_reports_lost_points_and_values_of_goods(chatuchak: Chatuchak) -> None:
    arguments = ("stand", "review", str(EXAMPLE), "--player", "Ola", "--time-limit", 0)
    outcome = chatuchak(*arguments)
    assert outcome.code == 3
    assert "scored 25 points" in outcome.out
    assert "strawberry (S) 20" in outcome.out
    assert "mushroom (M) 6 (not announced)" in outcome.out
    (review,) = chatuchak(*arguments, "--json").json["players"]
    assert len(review["placements"]) == 8
    assert review["best"] - review["lost"] == review["scored"] == 25
    assert review["placements"][-1]["remaining"] == 25
    assert chatuchak("stand", "review", str(EXAMPLE), "--player", "Nobody").code == 2


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
