"""JSON answers and files match their schemas, and the schemas describe every field."""

import json
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from jsonschema import Draft202012Validator

from chatuchak_solver import GameRecord, InvalidInstanceError, game_entry, new_game
from chatuchak_solver.codec import convert
from chatuchak_solver.games.contract import CHANCE, sample_chance
from chatuchak_solver.games.registry import GAMES as GAME_ENTRIES
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.state import RiverMarketState
from chatuchak_solver.games.session import Session
from docs.extensions.command_pages import every_command
from docs.extensions.shell import EXAMPLES, Shell
from docs.schemas import ANSWERS as TYPES
from docs.schemas import schema_of as make_schema
from tests.json_places import places, replaced

pytestmark = pytest.mark.usefixtures("measurement_cache", "detection_cache")

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data/chatuchak_data"

WITHOUT = {"warmup"}
"""Commands with answers that depend on the installation."""

ANSWERS: dict[str, tuple[str, ...]] = {
    name: tuple(lines.replace("EXAMPLES", str(EXAMPLES)).splitlines())
    for name, lines in re.findall(
        r"^\[(.+)\]\n((?:.+\n)+)",
        Path(__file__).with_name("answers.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
"""Commands by schema of the answer, run with ``--json``."""

FILES: dict[str, tuple[Path, ...]] = {
    "deck": (DATA / "market_stand_deck.json",),
    "solo-ranks": (DATA / "solo_ranks.json",),
    "start-tiles": (DATA / "start_tiles.json",),
    "stand-file": (EXAMPLES / "market_stand.json",),
    "chatuchak-score-file": (EXAMPLES / "chatuchak.json",),
    "chatuchak-speed-score-file": (EXAMPLES / "chatuchak_speed.json",),
    "mercado-score-file": (EXAMPLES / "mercado.json",),
    "river-market-score-file": (EXAMPLES / "river_market.json",),
    "river-market-session": (),  # as earlier versions saved it, below
}
"""Files of the formats that people write."""

BROKEN = (
    *(f"{entry.name}-game" for entry in GAME_ENTRIES),
    "export",
    "survey",
    "read",
    "stand-plan",
    "stand-show",
    "game-legal",
    "game-show",
    "game-advise",
)
"""The schemas that are held to refuse nonsense at every place of a document."""

schema_of = cache(make_schema)
GAMES = tuple(entry.name for entry in GAME_ENTRIES)
OF_EVERY_GAME = ("rules", "new", "legal", "apply", "show", "advise", "simulate")
MOST_ACTIONS = 150


@cache
def answers(line: str) -> list[Any]:
    """Run a command, and return the documents that it prints."""
    with Shell() as shell:
        shell.prepare(f"chatuchak {line}")
        if "speed.json" in line:
            shell.run("chatuchak game chatuchak-speed new --seed 1 --out speed.json")
        if "mine.json --cards" in line:
            Path("mine.json").write_text(
                '[{"id": "a", "rows": ["S B c*", "G p C"]}]', encoding="utf-8"
            )
        if "no-tie.json" in line:
            players = [{"name": "Ana", "coins": 31}, {"name": "Rui", "coins": 30}]
            Path("no-tie.json").write_text(json.dumps({"players": players}), encoding="utf-8")
        if "begun.json" in line:
            shell.run("chatuchak game river-market new --seed 1 --out begun.json")
        printed = shell.run(f"chatuchak {line} --json")
    assert printed.code in (0, 1, 3), printed.err
    return [json.loads(answer) for answer in printed.out.splitlines()]


def read(name: str, document: object) -> Any:
    """Read a document by its type; of several types, by the first that fits."""
    errors = []
    for kind in TYPES[name]:
        try:
            return convert(document, kind)
        except InvalidInstanceError as error:
            errors.append(str(error))
    raise InvalidInstanceError("; or ".join(errors))


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str) -> None:
    validator = Draft202012Validator(schema_of(name))
    for line in ANSWERS[name]:
        documents = answers(line)
        assert documents, line
        for document in documents:
            read(name, document)
            validator.validate(document)


@pytest.mark.parametrize("name", FILES)
def test_files(name: str) -> None:
    for file in FILES[name]:
        read(name, json.loads(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", GAMES)
def test_every_state_of_a_game(name: str) -> None:
    key = f"{name}-game"
    for players in {min(counts := game_entry(name).state.player_counts), max(counts)}:
        record = GameRecord.begin(new_game(name, players, seed=players))
        read(key, record.to_dict())
        rng = np.random.default_rng(players)
        while not record.state.is_over and len(record.log) < MOST_ACTIONS:
            if record.state.current_player == CHANCE:
                record = record.apply(sample_chance(record.state, rng))
            else:
                legal = record.state.legal_actions()
                record = record.apply(legal[rng.integers(len(legal))])
            if len(record.log) % 7 == 0 or record.state.is_over:
                read(key, record.to_dict())
        seats = (*["human"] * (players - 1), "advisor")
        read(key, Session(record, seats, seed=3).to_dict())


def test_a_session_of_the_companion() -> None:
    start = new_game("river-market", seed=1)
    assert isinstance(start, RiverMarketState)
    session = Companion.begin(start, seed=1)
    for action in ("moved ferry", "done"):
        read("river-market-game", session.to_dict())
        session = session.apply(action)
    session = session.advance()[0].with_river(f"{session.state.river} [e99]")
    read("river-market-game", session.to_dict())
    earlier = {
        "format": 1,
        "game": "river-market",
        "companion": True,
        "seed": 1,
        "chapters": [{"start": start.to_dict(), "log": ["moved ferry", "done"]}],
    }
    read("river-market-session", earlier)
    with pytest.raises(InvalidInstanceError, match="companion"):
        read("river-market-session", {**earlier, "companion": "no"})


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_document_is_refused(name: str) -> None:
    document = answers(ANSWERS[name][0])[0]
    read(name, document)
    (kind, *_) = TYPES[name]
    for field in msgspec.structs.fields(kind):
        if field.required:
            with pytest.raises(InvalidInstanceError):
                read(name, {key: document[key] for key in document if key != field.encode_name})
    for _, *keys in places(document, (name,)):
        is_first = all(key == 0 for key in keys if isinstance(key, int))
        is_told_by_its_game = keys[:1] == ["state"] and len(keys) > 1 and "log" not in document
        if keys and is_first and not is_told_by_its_game:
            with pytest.raises(InvalidInstanceError):
                read(name, replaced(document, tuple(keys), [[None]]))


def test_every_answer_has_a_type_and_a_schema_that_describes_every_field() -> None:
    assert {*TYPES} == {*ANSWERS, *FILES}
    answered = {without_game(line.split()) for lines in ANSWERS.values() for line in lines}
    for path, command, _ in every_command():
        words = shlex.split(path)[1:]
        if not any("--json" in option.opts for option in command.params):
            continue
        line = without_game(words)
        assert line in WITHOUT or any(
            f"{command_line} ".startswith(f"{line} ") for command_line in answered
        ), path
    page = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    for name in TYPES:
        assert f"schemas/{name}.schema.json" in page, name
        schema = schema_of(name)
        Draft202012Validator.check_schema(schema)
        for part_name, part in schema["$defs"].items():
            for field, described in part.get("properties", {}).items():
                assert described["description"], f"{name}: {part_name}.{field}"


def without_game(words: list[str]) -> str:
    """Return a command's words, with GAME for the game's name if every game has the command."""
    if words[0] == "game" and words[2] in OF_EVERY_GAME:
        words = ["game", "GAME", *words[2:]]
    return " ".join(words)
