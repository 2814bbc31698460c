"""JSON answers and files are as their schemas say, and the schemas describe every field."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from docs.extensions.command_pages import every_command
from docs.extensions.shell import EXAMPLES, Shell

ROOT: Final = Path(__file__).parents[2]
SCHEMAS: Final = ROOT / "docs/reference/schemas"
DATA: Final = ROOT / "data/chatuchak_data"
GRID: Final = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"

ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "solve": (
        "solve tile:1",
        f"solve {GRID}",
        "solve tile:1 --rule slide --node-limit 1",
        "solve tile:1 --algorithm ida --node-limit 1",
    ),
    "hint": ("hint tile:1", "hint RR./YYY/GGG"),
    "verify": (f"verify {GRID} 18,23", "verify .RY/YRG/RGG 1,2,5,8"),
    "check": ("check tile:1", "check RR./YYY/GGG"),
    "solutions": ("solutions tile:7", "solutions .RY/YRG/RGG"),
    "difficulty": ("difficulty tile:7 --games 5", "difficulty .RY/YRG/RGG --games 5"),
    "rank": ("rank my-tiles.txt --games 5", "rank my-tiles.txt --games 5 --workers 1"),
    "compare": ("compare tile:7 tile:1 --games 5",),
    "report": ("report my-tiles.txt --near 30 --games 5",),
    "generate": ("generate -n 3 --seed 1", "generate -n 1 --optimal 21..21"),
    "records": ("records",),
    "render": ("render tile:1 -o tile.svg",),
    "sheet": ("sheet -o tiles.pdf", "sheet --cards -o c.pdf", "sheet --scores stand -o s.pdf"),
    "page": ("page --out site",),
    "score-stand": (f"score stand {EXAMPLES / 'market_stand.json'}",),
    "score-chatuchak": (f"score chatuchak {EXAMPLES / 'chatuchak.json'}",),
    "score-mercado": (f"score mercado {EXAMPLES / 'mercado.json'}",),
    "score-river-market": (f"score river-market {EXAMPLES / 'river_market.json'}",),
    "stand-place": ("stand place request.json",),
    "stand-deck": ("stand deck", "stand deck --seed 7 --cards 3"),
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
    "mercado-score-file": (EXAMPLES / "mercado.json",),
    "river-market-score-file": (EXAMPLES / "river_market.json",),
}
"""Files of the formats that people write."""

WITHOUT: Final = {
    "export", "survey", "read", "warmup", "stand plan", "stand show",
}  # fmt: skip
"""Commands whose answers are told elsewhere: they depend on a machine, a photo or a file."""


def answers(line: str) -> list[Any]:
    """Run a command, and return the documents that it prints."""
    with Shell() as shell:
        shell.prepare(f"chatuchak {line}")
        printed = shell.run(f"chatuchak {line} --json")
    assert printed.code in (0, 1, 3), printed.err
    return [json.loads(one) for one in printed.out.splitlines()]


def schema_of(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return schema


def closed(schema: Any) -> Any:
    """Return a schema that takes no field which it does not describe, as ours are read in tests."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(value) for name, value in schema.items()}
    if "properties" in schema and "additionalProperties" not in schema:
        inner["additionalProperties"] = False
    return inner


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str) -> None:
    validator = Draft202012Validator(closed(schema_of(name)))
    for line in ANSWERS[name]:
        documents = answers(line)
        assert documents, line
        for document in documents:
            validator.validate(document)


@pytest.mark.parametrize("name", FILES)
def test_files(name: str) -> None:
    validator = Draft202012Validator(closed(schema_of(name)))
    for file in FILES[name]:
        validator.validate(json.loads(file.read_text(encoding="utf-8")))


def test_a_document_that_is_another_is_refused() -> None:
    validator = Draft202012Validator(closed(schema_of("solve")))
    (document,) = answers("hint tile:1")
    assert not validator.is_valid(document)


def test_there_is_a_schema_for_every_answer_and_every_field_is_described() -> None:
    there = {path.name.removesuffix(".schema.json") for path in SCHEMAS.iterdir()}
    assert there == {*ANSWERS, *FILES}
    named = {name.replace("-", " ", 1) for name in ANSWERS}
    for path, command, _ in every_command():
        words = shlex.split(path)[1:]
        if words[0] == "game" or not any("--json" in option.opts for option in command.params):
            continue
        assert " ".join(words) in named | WITHOUT, path
    for name in there:
        for where, field in fields(schema_of(name)):
            assert field.get("description"), f"{name}: {where}"


def fields(schema: Any, where: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Return every field that a schema has, with its place."""
    found = []
    if isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            found.append((f"{where}.{name}", field))
            found += fields(field, f"{where}.{name}")
        for key in ("items", "additionalProperties"):
            found += fields(schema.get(key), f"{where}[]")
    return found
