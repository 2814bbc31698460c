"""Makes the shipped distribution anew from survey files: ``make distribution``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from chatuchak_solver.analysis.difficulty_distribution import (
    FILE_NAME,
    load_difficulty_distribution,
)
from chatuchak_solver.analysis.survey.distribution import distribution_text, with_survey
from chatuchak_solver.document import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.shipped import read_document

__all__ = ["main"]


def main(arguments: Sequence[str]) -> None:
    """Put what surveys give into a distribution's file; what none gives stays as it is.

    Parameters
    ----------
    arguments
        The distribution's file, then survey files.

    Raises
    ------
    OSError, InputError
        If a file cannot be read or is none of these, or the new one cannot be written; then the
        old one stays.
    """
    if len(arguments) < 2:
        raise InputError(f"expected {FILE_NAME} and one or more survey files")
    path, *surveys = map(Path, arguments)
    fields = read_document(FILE_NAME, path).mapping()
    distribution: JsonObject = {name: node.value for name, node in fields.items()}
    for survey in surveys:
        distribution = with_survey(distribution, survey)
    text = distribution_text(distribution)
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder, path.name)
        trial.write_text(text, encoding="utf-8")
        load_difficulty_distribution(trial)
    write_file(path, text)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, InputError) as error:
        sys.exit(str(error))
