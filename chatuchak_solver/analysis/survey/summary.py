"""Summaries of surveys: distributions of optimal lengths and difficulties."""

from typing import ClassVar, Final

import msgspec
import numpy as np
from msgspec.structs import astuple

from chatuchak_solver.analysis.difficulty import FORMULA_VERSION, Features, difficulty
from chatuchak_solver.analysis.survey.store import SurveyStore
from chatuchak_solver.codec import Answer, Digits, JsonObject

QUANTILES: Final = 200


class Moments(Answer, frozen=True):
    """Mean and standard deviation of a feature."""

    mean: float
    deviation: float
    digits: ClassVar[Digits] = {"mean": 5, "deviation": 5}


class DifficultySummary(Answer, frozen=True, omit_defaults=False):
    """Difficulties of the grids of a survey with features.

    Attributes
    ----------
    grids
        Number of grids with a difficulty.
    without
        Number of grids beyond a limit.
    mean, deviation
        Mean and standard deviation of the difficulty.
    quantiles
        201 values, from the minimum to the maximum.
    features
        Mean and standard deviation of each feature.
    formula_version
        Version of the difficulty formula.
    """

    digits: ClassVar[Digits] = {"mean": 4, "deviation": 4, "quantiles": 3}

    grids: int
    without: int
    mean: float
    deviation: float
    quantiles: tuple[float, ...]
    features: dict[str, Moments]
    formula_version: int = FORMULA_VERSION


class SurveySummary(Answer, frozen=True, kw_only=True):
    """Summary of a survey's grids.

    Attributes
    ----------
    source
        Description of the survey.
    program_versions
        Program versions of the grids.
    grids
        Number of grids.
    fallbacks
        Number of grids that may violate rule C.
    mean, deviation
        Mean and standard deviation of the optimal length; None without grids.
    lengths
        Number of grids by optimal length.
    examples
        First grid of each length.
    mean_expanded
        Mean node expansions of a search.
    difficulty
        Difficulties, in a survey with features.
    """

    digits: ClassVar[Digits] = {"mean": 6, "deviation": 6, "mean_expanded": 3}

    source: JsonObject
    program_versions: tuple[str, ...]
    grids: int
    fallbacks: int
    mean: float | None = msgspec.field(name="mean_length")
    deviation: float | None
    lengths: dict[int, int]
    examples: dict[int, str]
    mean_expanded: float | None
    difficulty: DifficultySummary | None


def summarize(store: SurveyStore) -> SurveySummary:
    """Summarize a survey's file."""
    rows = store.by_length()
    lengths = {length: count for length, count, *_ in rows}
    grids = sum(lengths.values())
    mean = deviation = None
    if grids:
        values, counts = np.array([*lengths.items()]).T
        mean = float(np.average(values, weights=counts))
        deviation = float(np.average((values - mean) ** 2, weights=counts)) ** 0.5
    return SurveySummary(
        source=store.description, program_versions=tuple(store.program_versions()), grids=grids,
        fallbacks=sum(fallbacks for _, _, fallbacks, *_ in rows),
        mean=mean, deviation=deviation, lengths=lengths,
        examples={length: grid for length, _, _, _, grid, _ in rows},
        mean_expanded=sum(expanded for _, _, _, expanded, *_ in rows) / grids if grids else None,
        difficulty=_difficulties(store) if "features" in store.description and grids else None,
    )  # fmt: skip


def _difficulties(store: SurveyStore) -> DifficultySummary | None:
    found = [features for _, features in store.features()]
    known = [features for features in found if features is not None]
    if not known:
        return None
    values = np.array([difficulty(features) for features in known])
    columns = zip(Features.__struct_fields__, np.array([*map(astuple, known)]).T, strict=True)
    return DifficultySummary(
        len(known), len(found) - len(known), float(values.mean()), float(values.std()),
        tuple(np.quantile(values, np.linspace(0, 1, QUANTILES + 1)).tolist()),
        {name: Moments(float(column.mean()), float(column.std())) for name, column in columns},
    )  # fmt: skip
