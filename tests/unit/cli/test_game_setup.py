"""`game GAME play --dice manual`: what lies on the real table, asked for part by part."""

import json
from pathlib import Path
from typing import Any

from tests.unit.cli.conftest import Chatuchak, Outcome


def play(chatuchak: Chatuchak, game: str, path: Path, typed: str, *more: str) -> Outcome:
    """Play with two people, or with the options ``more``."""
    command = ("game", game, "play", path, "--seed", 3, "--dice", "manual")
    return chatuchak(*command, *(more or ("--seats", "human,human")), stdin=typed)


def start_of(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))["start"]


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
