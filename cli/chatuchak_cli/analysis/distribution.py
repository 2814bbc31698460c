"""Rebuilds the shipped distributions and rank records from survey files: ``make distribution``."""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from chatuchak_solver.analysis.difficulty import FORMULA_VERSION, difficulty, expected_rank
from chatuchak_solver.analysis.difficulty_distribution import (
    FILE_NAME,
    load_difficulty_distribution,
)
from chatuchak_solver.analysis.records import (
    RANKS_FILE,
    RankRecord,
    RankRecords,
    RecordsByRank,
    load_rank_records,
)
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.analysis.survey.summary import summarize
from chatuchak_solver.box import Box
from chatuchak_solver.codec import JsonObject, decode
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import read_file
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.puzzle.grid import Grid

LOADERS: Final[dict[str, Callable[[bytes], object]]] = {
    FILE_NAME: load_difficulty_distribution,
    RANKS_FILE: load_rank_records,
}


def main(arguments: Sequence[str]) -> None:
    """Update the files in a folder from survey files; unchanged if one is invalid."""
    if len(arguments) < 2:
        raise InputError("missing arguments: expected the folder of shipped data and survey files")
    folder, *surveys = map(Path, arguments)
    path = folder / FILE_NAME
    documents = {FILE_NAME: decode(read_file(path), dict[str, Any], source=str(path))}
    for survey in surveys:
        with SurveyStore.open(survey) as store:
            _add_survey(documents, store)
    texts = {name: document_text(document) for name, document in documents.items()}
    for name, text in texts.items():
        LOADERS[name](text.encode())
    for name, text in texts.items():
        write_file(folder / name, text)


def _add_survey(documents: dict[str, JsonObject], store: SurveyStore) -> None:
    """Replace the lengths, or with features the difficulties and the rank records."""
    summary = summarize(store)
    source, grids = summary.source, summary.grids
    if not grids or store.lacks(grids):
        raise InputError(f"{store.path}: missing grids: 'chatuchak survey --resume' continues it")
    if (source["board"], source["counts"]) != (str(STANDARD_BOARD), list(STANDARD_COUNTS)):
        raise InputError(f"{store.path}: invalid survey: expected the game's board and counts")
    has_features = "features" in source
    provenance = (
        f"chatuchak survey -n {grids} --seed {source['seed']} "
        f"{'--features --out features.sqlite' if has_features else '--out lengths.sqlite'}; "
        f"generator version {source['generator_version']}, "
        f"program version {', '.join(summary.program_versions)}"
    )
    if not has_features:
        documents[FILE_NAME]["lengths"] = {
            "provenance": provenance,
            "grids": grids,
            "histogram": summary.lengths,
        }
        return
    found = summary.difficulty
    if found is None or found.without:
        raise InputError(f"{store.path}: invalid survey: expected the features of all grids")
    documents[FILE_NAME]["difficulty"] = {
        "provenance": provenance,
        "formula_version": FORMULA_VERSION,
        "grids": found.grids,
        "quantiles": [round(value, 3) for value in found.quantiles],
    }
    documents[RANKS_FILE] = _rank_records(store, provenance).to_dict()


def _rank_records(store: SurveyStore, provenance: str) -> RecordsByRank:
    """Return the easiest and hardest grid of each rank that satisfy rule C."""
    ranks = Box.default().ranks
    of_rank: dict[str, list[RankRecord]] = {rank.name: [] for rank in ranks.ranks}
    for row, (_, features) in zip(store.rows(), store.features(), strict=True):
        if features is not None and not row.fallback:
            points = round(difficulty(features), 3)
            record = RankRecord(Grid.parse(row.grid), row.length, points, 1)
            of_rank[expected_rank(features, ranks)].append(record)
    records = []
    for rank, grids in of_rank.items():
        if grids:
            tallies = Counter(record.optimal_length for record in grids)
            hardness = attrgetter("optimal_length", "difficulty")
            ends = [
                replace(end, found=tallies[end.optimal_length])
                for end in (min(grids, key=hardness), max(grids, key=hardness))
            ]
            difficulties = [record.difficulty for record in grids]
            span = (min(difficulties), max(difficulties))
            records.append(RankRecords(rank, len(grids), span, *ends))
    total = sum(map(len, of_rank.values()))
    return RecordsByRank(provenance, total, FORMULA_VERSION, tuple(records))


def document_text(document: JsonObject) -> str:
    """Return a document's file content, with lists of numbers on one line."""
    text = json.dumps(document, indent=2)
    text = re.sub(r"\[([^\[\]{}]*)\]", lambda found: f"[{' '.join(found[1].split())}]", text)
    return f"{text}\n"


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, InputError) as error:
        sys.exit(str(error))
