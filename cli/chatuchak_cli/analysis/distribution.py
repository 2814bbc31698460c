"""Rebuilds the shipped distributions from survey files: ``make distribution``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chatuchak_solver.analysis import difficulty_distribution
from chatuchak_solver.analysis.records import RANKS_FILE, load_rank_records
from chatuchak_solver.analysis.survey.distribution import document_text, rank_records, with_survey
from chatuchak_solver.box import Box
from chatuchak_solver.codec import decode
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import read_file


def main(arguments: Sequence[str]) -> None:
    """Update the files in a folder from survey files; unchanged if one is invalid."""
    if len(arguments) < 2:
        raise InputError("missing arguments: expected the folder of shipped data and survey files")
    folder, *surveys = map(Path, arguments)
    path = folder / difficulty_distribution.FILE_NAME
    distribution = decode(read_file(path), dict[str, Any], source=str(path))
    texts = {}
    for survey in surveys:
        distribution = with_survey(distribution, survey)
        records = rank_records(survey, Box.default().ranks)
        if records is not None:
            texts[RANKS_FILE] = document_text(records.to_dict())
    texts[path.name] = document_text(distribution)
    _check(texts)
    for name, text in texts.items():
        write_file(folder / name, text)


def _check(texts: dict[str, str]) -> None:
    loaders = {
        difficulty_distribution.FILE_NAME: difficulty_distribution.load_difficulty_distribution,
        RANKS_FILE: load_rank_records,
    }
    for name, text in texts.items():
        loaders[name](text.encode())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, InputError) as error:
        sys.exit(str(error))
