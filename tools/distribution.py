"""Rebuilds the shipped distributions and rank records from survey files: ``make distribution``."""

import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path

from msgspec.structs import replace

from chatuchak_solver.analysis import difficulty
from chatuchak_solver.analysis.records import RANKS_FILE, RankRecord, RankRecords, RecordsByRank
from chatuchak_solver.analysis.survey.run import summarize
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.box import Box
from chatuchak_solver.codec import JsonObject, decode
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import read_file
from chatuchak_solver.puzzle import STANDARD_BOARD, Grid
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS


def main(arguments: Sequence[str]) -> None:
    """Update the files in a folder from survey files; unchanged if one is invalid."""
    if len(arguments) < 2:
        raise InputError("missing arguments: expected the folder of shipped data and survey files")
    folder, *surveys = map(Path, arguments)
    path = folder / difficulty.DISTRIBUTION_FILE
    distribution = decode(read_file(path), difficulty.DistributionFile, source=str(path))
    ranks = None
    for survey in surveys:
        with SurveyStore.open(survey) as store:
            provenance, summary = _provenance(store), summarize(store)
            if "features" not in summary.source:
                lengths = difficulty.Lengths(
                    provenance=provenance, grids=summary.grids, histogram=summary.lengths
                )
                distribution = replace(distribution, lengths=lengths)
                continue
            found = summary.difficulty
            if found is None or found.without:
                raise InputError(f"{survey}: invalid survey: expected the features of all grids")
            quantiles = tuple(round(value, 3) for value in found.quantiles)
            difficulties = difficulty.Difficulties(
                provenance=provenance, formula_version=difficulty.FORMULA_VERSION,
                grids=found.grids, quantiles=quantiles,
            )  # fmt: skip
            distribution = replace(distribution, difficulty=difficulties)
            ranks = _rank_records(store, provenance)
    write_file(path, document_text(distribution.to_dict()))
    if ranks is not None:
        write_file(folder / RANKS_FILE, document_text(ranks.to_dict()))


def _provenance(store: SurveyStore) -> str:
    """Return the command that makes a complete survey of the game's grids."""
    source, grids = store.description, len(store)
    if not grids or store.lacks(grids):
        raise InputError(f"{store.path}: missing grids: 'chatuchak survey --resume' continues it")
    if (source["board"], source["counts"]) != (str(STANDARD_BOARD), list(STANDARD_COUNTS)):
        raise InputError(f"{store.path}: invalid survey: expected the game's board and counts")
    options = "--features --out features" if "features" in source else "--out lengths"
    return (
        f"chatuchak survey -n {grids} --seed {source['seed']} {options}.sqlite; generator version "
        f"{source['generator_version']}, program version {', '.join(store.program_versions())}"
    )


def _rank_records(store: SurveyStore, provenance: str) -> RecordsByRank:
    """Return the easiest and hardest grid of each rank that satisfy rule C."""
    ranks = Box.default().ranks
    of_rank: dict[str, list[RankRecord]] = {rank.name: [] for rank in ranks.ranks}
    for row, (_, features) in zip(store.rows(), store.features(), strict=True):
        if features is not None and not row.fallback:
            points = round(difficulty.difficulty(features), 3)
            record = RankRecord(Grid.parse(row.grid), row.length, points, 1)
            of_rank[difficulty.expected_rank(features, ranks)].append(record)
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
    return RecordsByRank(provenance, total, difficulty.FORMULA_VERSION, tuple(records))


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
