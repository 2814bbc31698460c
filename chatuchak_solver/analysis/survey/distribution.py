"""Package data from surveys: distributions and records by rank.

See `chatuchak_solver.analysis.difficulty_distribution` and `chatuchak_solver.analysis.records`.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from chatuchak_solver.analysis.difficulty import FORMULA_VERSION, difficulty, expected_rank
from chatuchak_solver.analysis.records import RankRecord, RankRecords, RecordsByRank
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.analysis.survey.summary import DifficultySummary, SurveySummary, summarize
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.solo_ranks import SoloRanks

FEATURES_FILE: Final = "--features --out features.sqlite"


def with_survey(distribution: JsonObject, path: Path) -> JsonObject:
    """Return a distribution with one part replaced by a survey's.

    A survey with features gives the difficulties, others the lengths. The provenance is the
    command.
    """
    with SurveyStore.open(path) as store:
        summary = _whole(store)
    if "features" in summary.source:
        return distribution | {"difficulty": _difficulties(summary, path)}
    lengths = {str(length): count for length, count in summary.lengths.items()}
    return distribution | {
        "lengths": {
            "provenance": _provenance(summary, "--out lengths.sqlite"),
            "grids": summary.grids,
            "histogram": lengths,
        }
    }


def rank_records(path: Path, ranks: SoloRanks) -> RecordsByRank | None:
    """Return the easiest and hardest grid of each rank in a survey; None without features.

    Skips grids that may violate rule C.
    """
    with SurveyStore.open(path) as store:
        summary = _whole(store)
        if "features" not in summary.source:
            return None
        _known(summary, path)
        found = [
            (row, features)
            for row, (_, features) in zip(store.rows(), store.features(), strict=True)
            if features is not None and not row.fallback
        ]
    of_rank: dict[str, list[RankRecord]] = {rank.name: [] for rank in ranks.ranks}
    for row, features in found:
        of_rank[expected_rank(features, ranks)].append(
            RankRecord(Grid.parse(row.grid), row.length, round(difficulty(features), 3), 1)
        )
    return RecordsByRank(
        _provenance(summary, FEATURES_FILE),
        len(found),
        FORMULA_VERSION,
        tuple(_records(rank, grids) for rank, grids in of_rank.items() if grids),
    )


def _records(rank: str, grids: list[RankRecord]) -> RankRecords:
    tallies = Counter(record.optimal_length for record in grids)
    ends = [
        replace(record, found=tallies[record.optimal_length])
        for record in (min(grids, key=_hardness), max(grids, key=_hardness))
    ]
    difficulties = [record.difficulty for record in grids]
    return RankRecords(rank, len(grids), (min(difficulties), max(difficulties)), *ends)


def _hardness(record: RankRecord) -> tuple[int, float]:
    return record.optimal_length, record.difficulty


def _whole(store: SurveyStore) -> SurveySummary:
    summary = summarize(store)
    if not summary.grids or next(store.missing(summary.grids, largest=1), None) is not None:
        raise InputError(f"{store.path}: missing grids: 'chatuchak survey --resume' continues it")
    source = summary.source
    if (source["board"], source["counts"]) != (str(STANDARD_BOARD), list(STANDARD_COUNTS)):
        raise InputError(f"{store.path}: invalid survey: expected the game's board and counts")
    return summary


def _known(summary: SurveySummary, path: Path) -> DifficultySummary:
    found = summary.difficulty
    if found is None or found.without:
        raise InputError(f"{path}: invalid survey: expected the features of all grids")
    return found


def _difficulties(summary: SurveySummary, path: Path) -> JsonObject:
    found = _known(summary, path)
    return {
        "provenance": _provenance(summary, FEATURES_FILE),
        "formula_version": FORMULA_VERSION,
        "grids": found.grids,
        "quantiles": [round(value, 3) for value in found.quantiles],
    }


def _provenance(summary: SurveySummary, options: str) -> str:
    source = summary.source
    return (
        f"chatuchak survey -n {summary.grids} --seed {source['seed']} {options}; generator version "
        f"{source['generator_version']}, program version {', '.join(summary.program_versions)}"
    )


def document_text(document: JsonObject) -> str:
    """Return a document's file content, with lists of numbers on one line."""
    text = json.dumps(document, indent=2)
    text = re.sub(r"\[([^\[\]{}]*)\]", lambda found: f"[{' '.join(found[1].split())}]", text)
    return f"{text}\n"
