"""``game river-market companion`` and its neighbors as a player at the table meets them."""

import json
from pathlib import Path
from typing import Any

from tests.unit.cli.conftest import Chatuchak

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "river_market.json"
RIVER = "swap-meet [e1] mill=you [e2] dock [e3]"
START = ("game", "river-market", "companion")


def documents(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_turn_at_the_table(tmp_path: Path, chatuchak: Chatuchak) -> None:
    path = tmp_path / "tonight.json"
    typed = "moved dock\n+2 fish\nbuilt e1\ndone\nhelper 2\nquit\n"
    done = chatuchak(*START, "--file", path, "--cards", "table", "--river", RIVER, stdin=typed)
    assert done.code == 0
    assert "You have 2 fish." in done.out
    assert "You build on [e1], which is you-1 now; 4 houses left." in done.out
    # From the Swap Meet over you-1 to the mill.
    assert "Move its pawn 2 booths clockwise, from swap-meet to mill." in done.out
    assert "take the owner bonus of mill" in done.out
    assert f"Saved in {path}; the same command continues." in done.out
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["state"]["turn"] == 2
    assert not list(tmp_path.glob(".*"))


def test_session_is_resumed_step_by_step_as_in_one_go(tmp_path: Path, chatuchak: Chatuchak) -> None:
    whole, parts, deck = (tmp_path / f"{name}.json" for name in ("whole", "parts", "deck"))
    # Its cards never ask for a choice.
    deck.write_text('{"cards": {"booth 1": 6, "helper 2": 6, "other 3": 6}, "events": {}}')
    lines = ["moved dock", "done", "done", "built e3", "done", "done"]
    setup = ("--river", RIVER, "--seed", 4, "--data", deck)
    in_one = chatuchak(*START, "--file", whole, *setup, "--json", stdin="\n".join(lines))
    assert in_one.code == 0
    steps = []
    for number, line in enumerate(lines):
        options = setup if number == 0 else ()
        part = chatuchak(*START, "--file", parts, *options, "--json", stdin=line)
        assert part.code == 0
        steps += documents(part.out)[1:]
    assert documents(in_one.out)[1:] == steps
    assert whole.read_text() == parts.read_text()
    assert [step["action"].split()[0] for step in steps][:3] == ["moved", "done", "card"]


def test_enter_takes_the_suggested_choice(tmp_path: Path, chatuchak: Chatuchak) -> None:
    setup = ("--cards", "table", "--river", RIVER, "--file", tmp_path / "a.json")
    done = chatuchak(*START, *setup, stdin="done\nother zoom\n\n\nshow\nlog\n")
    assert done.code == 0
    assert "choose a booth for the Rival to zoom to" in done.out
    assert "zoom to [mill]> " in done.out
    assert "Move the Rival's pawn from swap-meet to mill." in done.out
    assert "mill=you<Rival>" in done.out
    assert "  Rival: zoom mill" in done.out


def test_undo_and_a_new_river_take_effect(tmp_path: Path, chatuchak: Chatuchak) -> None:
    path = tmp_path / "a.json"
    setup = ("--cards", "table", "--river", RIVER, "--file", path)
    typed = "built e1\nundo\nriver swap-meet [e9] mill=you\nbuilt e9\nhelp\n"
    done = chatuchak(*START, *setup, stdin=typed)
    assert "Taken back. Now: your turn 1" in done.out
    assert "You build on [e9]" in done.out
    assert "deck-out" in done.out
    state = json.loads(path.read_text())["state"]
    assert state["river"] == "swap-meet you-1=you mill=you"
    assert state["houses"] == 4


def test_a_game_to_its_title(tmp_path: Path, chatuchak: Chatuchak) -> None:
    path = tmp_path / "a.json"
    typed = "hired 3\n+2 fish\ndone\nhelper 1 last\ndone\nhelper 1\ndone\nother 1\n30\n"
    setup = ("--cards", "table", "--river", RIVER, "--file", path)
    title = "The most charmingly Bright-eyed Minnow Wrangler of the summer!"
    done = chatuchak(*START, *setup, stdin=typed)
    assert done.code == 0
    assert "gain a Zoom token; 2 more turns are yours." in done.out
    assert done.out.endswith(f"Your title: {title}\n")
    assert chatuchak("score", "river-market", path).out == f"{title}\n"
    # A session that is over only says so.
    assert chatuchak(*START, "--file", path).out.endswith(f"Your title: {title}\n")
    log = chatuchak("game", "river-market", "log", path)
    assert log.out.splitlines()[:2] == ["Turn 1", "  you: hired 3"]
    entries = chatuchak("game", "river-market", "log", path, "--json").json
    assert [entry["action"] for entry in entries if entry["rival"]] == [
        "last-card helper 1", "card helper 1", "card other 1",
    ]  # fmt: skip


def test_invalid_line_stops_script_and_progress_is_saved(
    tmp_path: Path, chatuchak: Chatuchak
) -> None:
    path = tmp_path / "a.json"
    done = chatuchak(*START, "--file", path, "--seed", 1, stdin="+2 fish\nbuilt e99\ndone\n")
    assert done.code == 2
    assert done.err.startswith("error: line 2: illegal action 'built e99': the river has no end ")
    assert json.loads(path.read_text())["state"]["resources"]["fish"] == 2


def test_a_setup_for_an_existing_session_is_refused(tmp_path: Path, chatuchak: Chatuchak) -> None:
    path = tmp_path / "a.json"
    assert chatuchak(*START, "--file", path, "--seed", 1, stdin="+2 fish\n").code == 0
    assert chatuchak(*START, "--file", path, "--houses", 5, stdin="quit\n").code == 0
    refused = chatuchak(*START, "--file", path, "--houses", 3).error
    assert refused == f"{path}: holds a game; a new setup needs --new or another --file"
    assert chatuchak(*START, "--file", path, "--houses", 3, "--new").code == 0
    assert json.loads(path.read_text())["state"]["houses"] == 3


def test_the_log_of_a_saved_game(tmp_path: Path, chatuchak: Chatuchak) -> None:
    path = tmp_path / "game.json"
    chatuchak("game", "river-market", "new", "--seed", 1, "--out", path)
    applied = chatuchak(
        "game", "river-market", "apply", path, "moved landing, done, card helper 2", "--out", path
    )
    assert applied.code == 0
    assert "    Move its pawn 2 booths clockwise, from swap-meet to boathouse." in (
        chatuchak("game", "river-market", "log", path).out.splitlines()
    )


def test_score_river_market_prints_the_documented_json(chatuchak: Chatuchak) -> None:
    answer = chatuchak("score", "river-market", EXAMPLE, "--json").json
    title = "The most charmingly Bright-eyed Minnow Wrangler we've seen in years!"
    assert answer["title"] == title
    assert " ".join(answer["phrases"]) == title
    document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    del document["choose"]
    tied = chatuchak("score", "river-market", "-", stdin=json.dumps(document))
    assert len(tied.out.splitlines()) == 2
    assert tied.err == "choose one: fish, tools tie for most left over\n"
