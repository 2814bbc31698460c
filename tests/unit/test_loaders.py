"""Loaders accept files, bytes and mappings alike, and name the place of each invalid value."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import chatuchak_solver
from chatuchak_solver.analysis.difficulty import load_difficulty_distribution
from chatuchak_solver.analysis.records import load_rank_records, load_record_book
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.stand.certificate import check
from chatuchak_solver.stand.files import load_request, load_stand_file
from tests.tables import read_cases

ROOT = Path(__file__).parents[2]
DATA, EXAMPLES = ROOT / "data/chatuchak_data", ROOT / "docs/examples"
Loader = Callable[[Any], Any]
DOCUMENTS: list[tuple[Loader, Path]] = [
    (chatuchak_solver.load_box, EXAMPLES / "files/box.json"),
    (chatuchak_solver.load_deck, DATA / "market_stand_deck.json"),
    (chatuchak_solver.load_formula, EXAMPLES / "files/formula.json"),
    (chatuchak_solver.load_solo_ranks, DATA / "solo_ranks.json"),
    (chatuchak_solver.load_start_tiles, DATA / "start_tiles.json"),
    (chatuchak_solver.score_chatuchak, EXAMPLES / "chatuchak.json"),
    (chatuchak_solver.score_chatuchak_speed, EXAMPLES / "chatuchak_speed.json"),
    (chatuchak_solver.score_mercado, EXAMPLES / "mercado.json"),
    (chatuchak_solver.score_river_market, EXAMPLES / "river_market.json"),
    (chatuchak_solver.score_stand, EXAMPLES / "market_stand.json"),
    (load_difficulty_distribution, DATA / "difficulty_distribution.json"),
    (load_rank_records, DATA / "rank_records.json"),
    (load_record_book, DATA / "records.json"),
    (load_request, EXAMPLES / "files/request.json"),
    (load_stand_file, EXAMPLES / "market_stand.json"),
]


@pytest.mark.parametrize(
    ("load", "path"), DOCUMENTS, ids=lambda value: getattr(value, "__name__", "")
)
def test_sources_are_equal(
    load: Loader, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    content = path.read_bytes()
    expected = load(Path(path.name))
    for source in (path.name, content, json.loads(content)):
        assert load(source) == expected
    for wrong in (b"[", {"nonsense": 1}):
        with pytest.raises(InvalidInstanceError):
            load(wrong)
    (tmp_path / "wrong.json").write_text("[")
    with pytest.raises(InvalidInstanceError, match=r"wrong\.json"):
        load(tmp_path / "wrong.json")
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing.json")


LOADERS = {load.__name__: (load, path) for load, path in DOCUMENTS} | {
    "check": (check, EXAMPLES / "files/proof.json")
}


def change(document: Any, path: str, value: str) -> None:
    """Set or remove the part of a document at a path such as ``players.0.name``."""
    *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in steps:
        document = document[step]
    if not value:
        del document[last]
    elif isinstance(document, list) and last == len(document):
        document.append(json.loads(value))
    else:
        document[last] = json.loads(value)


@pytest.mark.parametrize(("name", "changes", "message"), read_cases("unit/wrong_documents.txt"))
def test_an_invalid_value_is_named(name: str, changes: str, message: str) -> None:
    load, path = LOADERS[name]
    document = json.loads(path.read_bytes())
    for place, value in re.findall(r"^(\S+) = ?(.*)$", changes, re.MULTILINE):
        if place == ".":
            document = json.loads(value)
        else:
            change(document, place, value)
    with pytest.raises(InvalidInstanceError) as caught:
        load(json.dumps(document).encode())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_lists_of_games_and_certificates_are_files_or_bytes() -> None:
    games, proof = EXAMPLES / "files/evening.jsonl", EXAMPLES / "files/proof.json"
    assert chatuchak_solver.parse_games(games) == chatuchak_solver.parse_games(games.read_bytes())
    stop = chatuchak_solver.Stop(work=0)
    found = [check(source, stop=stop) for source in (proof, proof.read_bytes())]
    assert found[0] == found[1]
    assert found[0] == check(json.loads(proof.read_bytes()), stop=stop)


def test_every_exported_loader_is_tested() -> None:
    tested = {load.__name__ for load, _ in DOCUMENTS}
    public = {name for name in chatuchak_solver.__all__ if name.startswith(("load_", "score_"))}
    assert public <= tested
