"""The types of JSON answers and files; ``python -m docs.schemas`` writes their schemas."""

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from chatuchak_cli.games.mercado.market import IncomesAnswer, PictureAnswer
from chatuchak_cli.games.positions import LegalAnswer, ShowAnswer
from chatuchak_cli.games.river_market.companion import StepAnswer
from chatuchak_cli.grids.check import CheckAnswer
from chatuchak_cli.grids.read import ReadAnswer
from chatuchak_cli.grids.records import RecordsAnswer
from chatuchak_cli.puzzle.solutions import ExportAnswer, SolutionsAnswer
from chatuchak_cli.puzzle.solve import EarnedRank
from chatuchak_cli.puzzle.verify import VerifyAnswer
from chatuchak_cli.render.render import RenderAnswer
from chatuchak_cli.render.sheet import SheetAnswer
from chatuchak_cli.shared.ranking import FormulaAnswer
from chatuchak_cli.stand.place import PlaceAnswer
from chatuchak_cli.stand.plan import PostMortems, StandReviews
from chatuchak_cli.stand.show import StandsAnswer
from chatuchak_cli.web.commands import PageAnswer
from chatuchak_generators.exercises import Exercise
from chatuchak_generators.order import MadeGrid
from chatuchak_generators.record_search import Attempt
from chatuchak_generators.start_grids import StartGrid, StartGridSource
from chatuchak_solver.analysis.comparison import ComparisonAnswer, TileSetReport
from chatuchak_solver.analysis.graded_hint import GradedHint
from chatuchak_solver.analysis.playtest.plan import PlaytestPlan
from chatuchak_solver.analysis.playtest.report import PlaytestAnswer
from chatuchak_solver.analysis.ranking import Assessment, RankingAnswer
from chatuchak_solver.analysis.review import Review
from chatuchak_solver.analysis.survey.run import FeaturesDocument, SurveySummary
from chatuchak_solver.box import AssumedAnswer, BoxAnswer, BoxCheck
from chatuchak_solver.codec import Answer, Form, JsonObject, schema
from chatuchak_solver.games.chatuchak import score_file as chatuchak
from chatuchak_solver.games.chatuchak_speed import score_file as chatuchak_speed
from chatuchak_solver.games.game import ShortRules
from chatuchak_solver.games.market_stand.observation import ObservationAnswer
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.mercado.incomes import Income
from chatuchak_solver.games.players import Advice
from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.river_market import score_file as river_market
from chatuchak_solver.games.river_market.companion import ChapterSession
from chatuchak_solver.games.river_market.text import LogEntry
from chatuchak_solver.games.session import RecordForm
from chatuchak_solver.games.simulate import SimulationAnswer
from chatuchak_solver.puzzle.start_tiles import TilesFile
from chatuchak_solver.search.hint import Hint
from chatuchak_solver.search.solo_ranks import RanksFile
from chatuchak_solver.search.solution import SolutionAnswer
from chatuchak_solver.stand.certificate import CheckedPlan
from chatuchak_solver.stand.deck import DeckAnswer
from chatuchak_solver.stand.files import GameForm, RequestFile
from chatuchak_solver.stand.plan_result import StandPlanAnswer
from chatuchak_solver.stand.scoring import FinalScoreAnswer

FOLDER = Path(__file__).parent / "reference/schemas"


class Featured(Form, frozen=True):
    """The source of a survey.

    Attributes
    ----------
    features
        The measurement of the features, in a survey with features.
    """

    features: FeaturesDocument | None = None


def joined(*kinds: type[Form], **types: Any) -> type[Form]:
    """Return the type of answers that have the fields of several types, or other ``types``."""
    found = {
        field.name: (
            field.name,
            types.get(field.name, field.type),
            msgspec.field(name=field.encode_name)
            if field.required
            else msgspec.field(name=field.encode_name, default=field.default)
            if field.default is not msgspec.NODEFAULT
            else msgspec.field(name=field.encode_name, default_factory=field.default_factory),
        )
        for kind in kinds
        for field in msgspec.structs.fields(kind)
    }
    return msgspec.defstruct(
        kinds[0].__name__, found.values(), bases=(Answer,), frozen=True, kw_only=True,
        namespace={"__doc__": "", "kinds": kinds},
    )  # type: ignore[return-value]  # fmt: skip


def _record_form(state: Any) -> Any:
    generic: Any = RecordForm
    return generic[state.form()]


_LOGGED: Any = joined(LogEntry, AssumedAnswer)
ANSWERS: Mapping[str, tuple[Any, ...]] = {
    "solve": (joined(SolutionAnswer, EarnedRank, AssumedAnswer),),
    "hint": (joined(Hint, AssumedAnswer), joined(GradedHint, AssumedAnswer)),
    "review": (joined(Review, AssumedAnswer),),
    "practice": (joined(Exercise, AssumedAnswer),),
    "playtest": (joined(PlaytestAnswer, AssumedAnswer), joined(PlaytestPlan, AssumedAnswer)),
    "verify": (VerifyAnswer,),
    "check": (CheckAnswer,),
    "solutions": (SolutionsAnswer,),
    "difficulty": (joined(Assessment, FormulaAnswer),),
    "rank": (joined(RankingAnswer, FormulaAnswer),),
    "compare": (joined(ComparisonAnswer, FormulaAnswer),),
    "report": (joined(TileSetReport, FormulaAnswer),),
    "generate": (joined(StartGrid, AssumedAnswer), joined(MadeGrid, AssumedAnswer)),
    "records": (joined(RecordsAnswer, AssumedAnswer), joined(Attempt, AssumedAnswer)),
    "render": (RenderAnswer,),
    "sheet": (SheetAnswer,),
    "page": (PageAnswer,),
    "score-stand": (joined(FinalScoreAnswer, AssumedAnswer),),
    "score-chatuchak": (joined(chatuchak.FinalScoreAnswer, AssumedAnswer),),
    "score-chatuchak-speed": (chatuchak_speed.StandingAnswer,),
    "score-mercado": (mercado.ScoreFile,),
    "score-river-market": (joined(river_market.ScoreFile, AssumedAnswer),),
    "stand-place": (PlaceAnswer,),
    "stand-deck": (DeckAnswer,),
    "stand-plan": (joined(StandPlanAnswer, AssumedAnswer), PostMortems),
    "stand-review": (StandReviews,),
    "stand-verify": (CheckedPlan,),
    "stand-show": (StandsAnswer,),
    "export": (ExportAnswer,),
    "read": (ReadAnswer, list[ReadAnswer]),
    "survey": (joined(SurveySummary, AssumedAnswer, source=joined(StartGridSource, Featured)),),
    "game-legal": (joined(LegalAnswer, AssumedAnswer),),
    "game-rules": (joined(ShortRules, AssumedAnswer),),
    "game-show": (joined(ShowAnswer, AssumedAnswer),),
    "game-advise": (joined(Advice, AssumedAnswer),),
    "game-simulate": (joined(SimulationAnswer, AssumedAnswer),),
    "game-mercado-incomes": (joined(IncomesAnswer, AssumedAnswer),),
    "game-mercado-place": (joined(Income, AssumedAnswer),),
    "game-mercado-picture": (joined(PictureAnswer, AssumedAnswer),),
    "game-market-stand-view": (joined(ObservationAnswer, AssumedAnswer), RequestFile),
    "game-river-market-log": (list[_LOGGED],),
    "game-river-market-companion": (joined(StepAnswer, AssumedAnswer),),
    **{f"{game.name}-game": (_record_form(game.state),) for game in GAMES},
    "box-show": (BoxAnswer,),
    "box-check": (BoxCheck,),
    "deck": (DeckAnswer,),
    "solo-ranks": (RanksFile,),
    "start-tiles": (TilesFile,),
    "stand-file": (GameForm,),
    "chatuchak-score-file": (chatuchak.FileForm,),
    "chatuchak-speed-score-file": (chatuchak_speed.FileForm,),
    "mercado-score-file": (mercado.FileForm,),
    "river-market-score-file": (river_market.FileForm,),
    "river-market-session": (ChapterSession,),
}
"""The types of each answer and file, by its name; several for one or the other."""


COMMON = {
    "grid": "The grid, in notation.",
    "name": "The name.",
    "game": "The game's name.",
    "rule": "jump or slide.",
    "mice": "Visible mice.",
    "total": "The total points.",
    "variant": "standard, two-player or teams.",
    "players": "One entry for each player.",
}
"""The descriptions of fields with one meaning everywhere."""


def schema_of(name: str) -> JsonObject:
    """Return the schema of an answer or a file, with descriptions from the docstrings."""
    found = schema(*ANSWERS[name], title=name)
    roots = [part for kind in ANSWERS[name] for part in (kind, *get_args(kind))]
    modules = {getattr(root, "__module__", "") for root in roots}
    every = sorted(subclasses(Form), key=lambda kind: kind.__module__ in modules)
    kinds = {kind.__name__: kind for kind in (*every, *ANSWERS[name]) if isinstance(kind, type)}
    for part_name, part in found["$defs"].items():
        kind = kinds.get(part_name.rpartition(".")[2].partition("_")[0], Form)
        texts = COMMON | descriptions(kind)
        texts |= {
            field.encode_name: texts.get(field.name) or texts.get(field.encode_name, "")
            for field in msgspec.structs.fields(kind)
            if field.encode_name != field.name
        }
        part.pop("description", None)
        for field, description in part.get("properties", {}).items():
            description["description"] = texts.get(field) or sentence(f"{field}.".replace("_", " "))
    return found


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    """Yield all subclasses of a class."""
    for part in kind.__subclasses__():
        yield part
        yield from subclasses(part)


def descriptions(kind: type) -> dict[str, str]:
    """Return the descriptions of fields in a class, its bases and the value that it writes."""
    found: dict[str, str] = {}
    bases = [base for part in getattr(kind, "kinds", (kind,)) for base in reversed(part.__mro__)]
    for base in bases:
        names = [re.sub("(Answer|Form)$", "", base.__name__)]
        names += re.findall(r"`(\w+)`", (inspect.getdoc(base) or "").partition("\n")[0])
        values = (getattr(inspect.getmodule(base), name, base) for name in names)
        for place in (*values, base):
            if not isinstance(place, type):
                continue
            found |= {name: text for name, text in _texts(place) if text}
    return found


def _texts(kind: type) -> Iterator[tuple[str, str]]:
    for name, member in vars(kind).items():
        if inspect.isfunction(member) or isinstance(member, property):
            yield name, sentence(member.__doc__ or "")
    doc = (inspect.getdoc(kind) or "").replace("\n\nAttributes\n----------\n", "\n\f")
    for section in doc.split("\f")[1:]:
        section = re.split(r"\n\n?\w+\n---", section)[0]
        pattern = r"^(\S[^\n]*)\n((?:    [^\n]*\n?|\n)+)"
        for names, text in re.findall(pattern, section, re.MULTILINE):
            for name in names.split(", "):
                yield name, sentence(text)


def sentence(text: str) -> str:
    """Return the first paragraph of a docstring on one line."""
    line = " ".join(text.strip().split("\n\n")[0].split()).replace("`", "")
    line = re.sub(r"\bNone\b", "null", line.removeprefix("Return "))
    return line[:1].upper() + line[1:]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for answer in ANSWERS:
        text = json.dumps(schema_of(answer), indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{answer}.schema.json").write_text(text, encoding="utf-8")
