"""The shipped distribution of lengths and difficulties, made of survey files.

`chatuchak_solver.analysis.difficulty_distribution` reads it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from chatuchak_solver.analysis.difficulty import FORMULA_VERSION
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.analysis.survey.summary import SurveySummary, summarize
from chatuchak_solver.document import JsonObject
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS

__all__ = ["distribution_text", "with_survey"]


def with_survey(distribution: JsonObject, path: Path) -> JsonObject:
    """Return a distribution with the part that a survey file gives in place of its own.

    A survey with features gives the difficulties, any other the lengths. Which survey it was goes
    with it, so that anybody can make the part again.

    Raises
    ------
    OSError, InvalidInstanceError
        If the file cannot be read, or is no survey file.
    InputError
        If the survey is of another board or other numbers of booths than the game's, does not hold
        its first grids without a gap, or has a grid whose features are not known.
    """
    with SurveyStore.open(path) as store:
        summary = summarize(store)
        if not summary.grids or next(store.missing(summary.grids, largest=1), None) is not None:
            raise InputError(f"{path} lacks grids; 'chatuchak survey --resume' goes on with it")
    source = summary.source
    if (source["board"], source["counts"]) != (str(STANDARD_BOARD), list(STANDARD_COUNTS)):
        raise InputError(f"{path} is a survey of other grids than the game's")
    if "features" in source:
        return distribution | {"difficulty": _difficulties(summary, path)}
    lengths = {str(length): count for length, count in summary.lengths.items()}
    return distribution | {
        "lengths": {
            "provenance": _provenance(summary, "--out lengths.sqlite"),
            "grids": summary.grids,
            "histogram": lengths,
        }
    }


def _difficulties(summary: SurveySummary, path: Path) -> JsonObject:
    found = summary.difficulty
    if found is None or found.without:
        raise InputError(f"{path} has grids whose features are not known; expected those of all")
    return {
        "provenance": _provenance(summary, "--features --out features.sqlite"),
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


def distribution_text(distribution: JsonObject) -> str:
    """Return a distribution as the text of its file: a list is one line."""
    text = json.dumps(distribution, indent=2)
    text = re.sub(r"\[([^\[\]]*)\]", lambda found: f"[{' '.join(found[1].split())}]", text)
    return f"{text}\n"
