"""`game GAME play --dice manual`: what lies on the real table, asked for part by part."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.conftest import Chatuchak, Outcome

GRIDS = (".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR", ".RGRGR/YPYPBP/PGBYGB/YRPRYR/BYBGBG")


def play(chatuchak: Chatuchak, game: str, path: Path, typed: str, *more: str) -> Outcome:
    """Play with two people, or with the options ``more``."""
    command = ("game", game, "play", path, "--seed", 3, "--dice", "manual")
    return chatuchak(*command, *(more or ("--seats", "human,human")), stdin=typed)


def start_of(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))["start"]


def test_the_cards_of_a_real_table(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    lines = "c10 c20 c30\n\nc04, c05\n\nc06 c07\n\nstart c04\nquit\n"
    done = play(chatuchak, "market-stand", path, lines)
    assert done.code == 0, done.err
    assert "market, 3 cards> " in done.out
    start = start_of(path)
    assert sorted(start["market"]) == ["c10", "c20", "c30"]
    assert start["hands"] == [["c04", "c05"], ["c06", "c07"]]
    assert "a refused card is in another hand" in done.err


def test_the_tiles_of_a_real_table(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    # Capital letters do not matter.
    lines = "2 Fish, MEAT\nfish flower grape\n2 meat tomato\n1 fish+flower+meat, "
    lines += "1 fish+flower+tomato, 1 fish+tomato+meat\nbegin\nCoin\nquit\n"
    assert play(chatuchak, "mercado", path, lines).code == 0
    start = start_of(path)
    assert start["players"][0]["tiles"] == {"fish": 2, "meat": 1}
    assert start["display"] == {"tomato": 1, "meat": 2}
    assert "1 fish+tomato+meat" in start["customers_shown"]
    assert json.loads(path.read_text(encoding="utf-8"))["log"][0] == "coin"


@pytest.mark.parametrize("game", ["chatuchak", "chatuchak-speed"])
def test_the_grids_of_a_real_table(game: str, chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    mixes = "mix:GP mix:RY mix:RG mix:YB mix:YP\n" if game == "chatuchak" else ""
    lines = f"{GRIDS[0]}\n2\n{mixes}quit\n"
    assert play(chatuchak, game, path, lines).code == 0
    start = start_of(path)
    assert start["grids"] == list(GRIDS)
    if game == "chatuchak":
        names = [
            marker["marker"] for marker in start["markers"] if marker["marker"].startswith("mix:")
        ]
        assert names == ["mix:RY", "mix:RG", "mix:YB", "mix:YP", "mix:GP"]


def test_river_and_start_player_of_real_table(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    done = play(chatuchak, "river-market", path, "swap-meet [e1] mill\nquit\n", "--new")
    assert done.code == 0
    assert "who starts" not in done.out
    assert start_of(path)["river"] == "swap-meet [e1] mill"
    for first, second in (("human", "advisor"), ("advisor", "human")):
        typed = f"{first}\nbegin\nquit\n"
        done = play(chatuchak, "mercado", path, typed, "--new")
        assert f"player 1: {first}, player 2: {second}." in done.out


def test_rest_is_drawn_and_no_file_is_saved_before_the_game(
    chatuchak: Chatuchak, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    stopped = play(chatuchak, "market-stand", path, "?\nlist\nc01 c02 c03\nquit\n")
    assert "Nothing is saved before the game begins." in stopped.out
    assert not path.exists()
    begun = play(chatuchak, "market-stand", path, "c01 c02 c03\n\nbegin\n\nquit\n")
    assert begun.code == 0
    start = start_of(path)
    assert start["market"] == ["c01", "c02", "c03"]
    assert len({card for hand in start["hands"] for card in hand} - set(start["market"])) == 4
    drawn = play(
        chatuchak,
        "market-stand",
        path,
        "quit\n",
        "--setup",
        "drawn",
        "--new",
        "--seats",
        "human,human",
    )
    assert "take the screen; Enter shows your cards" in drawn.out


def test_list_of_draws_does_not_reveal_other_hand(chatuchak: Chatuchak, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    setup = "c01 c02 c03\n\nc04 c05\n\nc06 c07\n"
    lines = "\nstart c04\n\nstart c06\n\nmarket c01@3:0r0\nlist draw\nquit\n"
    done = play(chatuchak, "market-stand", path, setup + lines)
    assert done.code == 0, done.err
    listed = done.out.rpartition("chance> ")[0].rpartition("chance> ")[2]
    assert "draw c07" in listed  # in the other's hand
    assert "draw c05" not in listed  # in the own hand
    assert listed.count("draw ") == 34  # one more than lie in the stack
