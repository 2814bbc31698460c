"""JSON answers and files are as their schemas say, and the schemas describe every field."""

import json
import shlex
from functools import cache
from pathlib import Path
from typing import Any, Final

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

ROOT: Final = Path(__file__).parents[2]
DATA: Final = ROOT / "data/chatuchak_data"
GRID: Final = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"

WITHOUT: Final = {"warmup"}
"""Commands whose answers depend on the installation."""

ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "solve": (
        "solve tile:1",
        f"solve {GRID}",
        "solve tile:1 --rule slide --node-limit 1",
        "solve tile:1 --algorithm ida --node-limit 1",
    ),
    "hint": (
        "hint tile:1",
        "hint RR./YYY/GGG",
        *(f"hint tile:1 --level {level}" for level in (1, 2, 3, 4)),
        "hint RR./YYY/GGG --level 3",
    ),
    "practice": ("practice -n 3 --seed 1", "practice -n 1 --seed 2 --remaining 8..9"),
    "review": (
        "review tile:1 18,23,22,4",
        "review tile:1 --time-limit 0 18",
        "review .RY/YRG/RGG 1,4,3 --rule slide",
    ),
    "verify": (f"verify {GRID} 18,23", "verify .RY/YRG/RGG 1,2,5,8"),
    "check": ("check tile:1", "check RR./YYY/GGG", f"check {GRID}"),
    "solutions": ("solutions tile:7", "solutions .RY/YRG/RGG"),
    "difficulty": ("difficulty tile:7 --games 5", "difficulty .RY/YRG/RGG --games 5"),
    "rank": ("rank my-tiles.txt --games 5", "rank my-tiles.txt --games 5 --workers 1"),
    "playtest": (
        "playtest evening.jsonl --fit mine.json",
        "playtest table.csv --tiles my-tiles.txt --power 1 3",
        "playtest --plan --players 3",
    ),
    "compare": ("compare tile:7 tile:1 --games 5",),
    "report": ("report my-tiles.txt --near 30 --games 5",),
    "generate": ("generate -n 3 --seed 1", "generate -n 1 --optimal 21..21"),
    "records": ("records", "records --prove"),
    "render": ("render tile:1 -o tile.svg",),
    "sheet": (
        "sheet my-tiles.txt -o tiles.pdf",
        "sheet mine.json --cards -o c.pdf",
        "sheet --scores stand -o s.pdf",
    ),
    "page": ("page --out site",),
    "score-stand": (f"score stand {EXAMPLES / 'market_stand.json'}",),
    "score-chatuchak": (f"score chatuchak {EXAMPLES / 'chatuchak.json'}",),
    "score-chatuchak-speed": (
        f"score chatuchak-speed {EXAMPLES / 'chatuchak_speed.json'}",
        "score chatuchak-speed speed.json",
    ),
    "score-mercado": (f"score mercado {EXAMPLES / 'mercado.json'}", "score mercado no-tie.json"),
    "score-river-market": (
        f"score river-market {EXAMPLES / 'river_market.json'}",
        "score river-market begun.json",
    ),
    "stand-place": ("stand place request.json",),
    "stand-deck": ("stand deck", "stand deck --seed 7 --cards 3"),
    "stand-plan": (
        "stand plan request.json",
        f"stand plan {EXAMPLES / 'market_stand.json'} --post-mortem --player Ola --time-limit 0",
    ),
    "stand-review": (f"stand review {EXAMPLES / 'market_stand.json'} --time-limit 0",),
    "stand-verify": ("stand verify proof.json",),
    "stand-show": (f"stand show {EXAMPLES / 'market_stand.json'}", "stand show request.json"),
    "export": (
        "export RR/Y./YY --pddl folder --states graph.json",
        "export RR/Y./YY --pddl folder",
    ),
    "read": ("read photo.jpg", "read photo.jpg --counts any"),
    "survey": (
        "survey -n 2 --seed 1 --board 3x3 --workers 1 --out s.sqlite",
        "survey -n 0 --seed 1 --board 3x3 --workers 1 --out s.sqlite",
    ),
    "game-legal": (
        "game chatuchak legal game.json",
        "game chatuchak-speed legal game.json",
        "game river-market legal game.json",
    ),
    "game-rules": ("game mercado rules", "game chatuchak rules --language de"),
    "game-show": ("game chatuchak-speed show game.json", "game mercado show game.json --after 10"),
    "game-advise": (
        "game mercado advise game.json --playouts 4",
        "game chatuchak-speed advise game.json --playouts 4",
    ),
    "game-mercado-incomes": ("game mercado incomes game.json",),
    "game-mercado-place": (
        "game mercado place game.json bring 2 fish+meat W3",
        "game mercado place game.json restaurant pub c3",
    ),
    "game-mercado-picture": ("game mercado picture game.json",),
    "game-market-stand-view": ("game market-stand view game.json --player 1",),
    "game-river-market-log": ("game river-market log game.json",),
    "game-river-market-companion": ("game river-market companion --file new.json",),
    "chatuchak-game": ("game chatuchak new --seed 7", "game chatuchak apply game.json move 24"),
    "chatuchak-speed-game": ("game chatuchak-speed new --seed 7 --players 5",),
    "mercado-game": (
        "game mercado new --seed 7",
        "game mercado apply game.json coin --draw --seed 1",
    ),
    "market-stand-game": ("game market-stand new --seed 7 --players 4",),
    "river-market-game": (
        "game river-market new --seed 7",
        "game river-market new --cards table",
        "game river-market apply game.json moved landing, done --draw --seed 1",
    ),
    "box-show": ("box show", "box show --box box.json"),
    "box-check": ("box check box.json", "box add photo front.jpg --box more.json"),
    "game-simulate": (
        "game mercado simulate -n 2 --seed 1",
        "game chatuchak-speed simulate -n 1 --seed 1",
    ),
}
"""What is run for each schema of an answer, with ``--json``."""

FILES: Final[dict[str, tuple[Path, ...]]] = {
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

BROKEN: Final = (
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

schema_of: Final = cache(make_schema)
GAMES: Final = tuple(entry.name for entry in GAME_ENTRIES)
OF_EVERY_GAME: Final = ("rules", "new", "legal", "apply", "show", "advise", "simulate")
MOST_ACTIONS: Final = 150


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
    """Return a command's words; GAME for the game's name where every game has the command."""
    if words[0] == "game" and words[2] in OF_EVERY_GAME:
        words = ["game", "GAME", *words[2:]]
    return " ".join(words)
