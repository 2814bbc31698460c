"""What every schema is of: the types of the values that a command prints, or that a file holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from chatuchak_cli.games.game_output import LegalAnswer, ShowAnswer
from chatuchak_cli.games.mercado.incomes import IncomesAnswer
from chatuchak_cli.games.river_market.companion_table import StepAnswer
from chatuchak_cli.grids.read_request import ReadAnswer
from chatuchak_cli.puzzle.verifying import Verdict
from chatuchak_cli.shared.answers import (
    CheckAnswer,
    Earned,
    ExportAnswer,
    GeneratedGrid,
    Listed,
    PictureAnswer,
    RenderAnswer,
)
from chatuchak_cli.shared.assumed_deck import AssumedAnswer
from chatuchak_cli.shared.output import Assumptions
from chatuchak_cli.stand.place import PlaceAnswer
from chatuchak_cli.stand.plan import PostMortems
from chatuchak_cli.stand.review import StandReviews
from chatuchak_cli.stand.show import StandsAnswer
from chatuchak_generators.exercises import ExerciseAnswer
from chatuchak_generators.order import MadeDocument
from chatuchak_generators.record_search import Attempt
from chatuchak_generators.source import StartGridSourceAnswer
from chatuchak_solver.analysis.comparison import Comparison
from chatuchak_solver.analysis.difficulty import FormulaName, Term, TermForm
from chatuchak_solver.analysis.graded_hint import TOLD, GradedHint
from chatuchak_solver.analysis.optimal_paths import OptimalPaths
from chatuchak_solver.analysis.playtest.agreement import Power
from chatuchak_solver.analysis.playtest.plan import PlaytestPlan
from chatuchak_solver.analysis.playtest.report import Playtest
from chatuchak_solver.analysis.rank_records import RankRecord, RankRecords, RecordsByRank
from chatuchak_solver.analysis.ranking import RankedTile, Ranking
from chatuchak_solver.analysis.records import Record, RecordBook
from chatuchak_solver.analysis.review import Review
from chatuchak_solver.analysis.survey.chunk import FeaturesDocument
from chatuchak_solver.analysis.survey.summary import SurveySummary
from chatuchak_solver.analysis.tile_set import TileSetReport
from chatuchak_solver.box_file import BoxAnswer, BoxCheck
from chatuchak_solver.games.advice import AdviceAnswer
from chatuchak_solver.games.chatuchak import score_file as chatuchak
from chatuchak_solver.games.chatuchak_speed import score_file as speed
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.market_stand.observation import ObservationAnswer, RequestAnswer
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.mercado.incomes import IncomeAnswer
from chatuchak_solver.games.record import RecordForm, TableForm
from chatuchak_solver.games.registry import GAMES
from chatuchak_solver.games.river_market import score_file as river_market
from chatuchak_solver.games.river_market.companion import SessionForm
from chatuchak_solver.games.river_market.log import LogEntry
from chatuchak_solver.games.score_forms import score_forms
from chatuchak_solver.games.short_rules import ShortRules
from chatuchak_solver.games.simulate import SimulationAnswer
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import TilesFile
from chatuchak_solver.search.hint import Hint
from chatuchak_solver.search.solo_ranks import SoloRank
from chatuchak_solver.search.solution import SolutionAnswer
from chatuchak_solver.shipped import Provenance
from chatuchak_solver.stand.card import Card, CardAnswer
from chatuchak_solver.stand.certificate import CheckedPlanAnswer
from chatuchak_solver.stand.deck import Deck, DeckAnswer
from chatuchak_solver.stand.placement import Placement, PlacementAnswer
from chatuchak_solver.stand.plan_result import StandPlanAnswer
from chatuchak_solver.stand.scoring import FinalScoreAnswer
from chatuchak_solver.stand.stand import Stand

__all__ = ["ANSWERS", "WORDS", "Answer", "AnswerPart"]


@dataclass(frozen=True)
class AnswerPart:
    """An object put together of several types' fields.

    Attributes
    ----------
    name
        Its name among the definitions of a schema.
    parts
        The types.
    without
        Fields of these that it has not.
    optional, required
        Fields that may be left out, or not, whatever the types say.
    also
        Types and meanings of fields that it has besides, or with another type.
    """

    name: str
    parts: tuple[Any, ...]
    without: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    also: Mapping[str, tuple[Any, str]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Answer:
    """What one schema is of.

    Attributes
    ----------
    title
        What it is, in a line.
    kinds
        The type; several for one or the other.
    commands
        What prints it; none for files.
    """

    title: str
    kinds: tuple[Any, ...]
    commands: tuple[str, ...] = ()


def answer(command: str, title: str, *kinds: Any) -> Answer:
    """Return the answer of a command."""
    return Answer(f"{title}: answer of chatuchak {command}", kinds, (command,))


ASSUMED: Final = ("assumed", "why_assumed", "assumed_parts")


def marked(kind: Any) -> AnswerPart:
    """Return an answer that names its assumed parts, if it depends on any."""
    part = kind if isinstance(kind, AnswerPart) else AnswerPart(kind.__name__, (kind,))
    return replace(part, parts=(*part.parts, Assumptions), optional=(*part.optional, *ASSUMED))


def file(title: str, kind: Any) -> Answer:
    """Return the format of a file that people write."""
    return Answer(title, (kind,))


def saved_game(game: Game) -> Answer:
    """Return the saved games of a game."""
    form, name = game.state.form(), game.name
    also = {
        "game": (Literal[name], "The game's name."),
        "start": (form, "The state before the first action."),
        "state": (form, "The state after the log, for readers without a rules engine."),
        "table": (TableForm, "The seats; only where the game is played in company."),
    }
    title = f"A saved game of {name}, printed by chatuchak game {name} new and apply"
    kind = AnswerPart("SavedGame", (RecordForm,), also=also, optional=("state", "table"))
    return Answer(title, (marked(kind),), (f"game {name} new", f"game {name} apply"))


IF_MANY: Final = {"grid": (Grid, "The grid, in notation; where several are asked about.")}
HOLDS: Final = {
    "holds": (
        bool | None,
        "Whether it was proven again, with --prove; null where Ctrl-C came first.",
    )
}
PROVEN: Any = AnswerPart("ProvenRecord", (Record,), optional=("holds",), also=HOLDS)
PROVEN_OF_RANK: Final = AnswerPart(
    "ProvenRankRecord", (RankRecord,), optional=("holds",), also=HOLDS
)
ENDS: Final = {
    "easiest": (PROVEN_OF_RANK, "The grid of fewest moves, of these the least difficult."),
    "hardest": (PROVEN_OF_RANK, "The grid of most moves, of these the most difficult."),
}
RANKS: Any = AnswerPart("ProvenRank", (RankRecords,), also=ENDS)
BY_RANK: Final = AnswerPart(
    "ProvenByRank", (RecordsByRank,), also={"ranks": (list[RANKS], "Best rank first.")}
)
BOOK: Final = AnswerPart(
    "Records",
    (RecordBook,),
    also={
        "records": (list[PROVEN], "The easiest and the hardest start grid known."),
        "by_rank": (BY_RANK, "The easiest and the hardest of each rank."),
    },
)
FEATURES: Final = (FeaturesDocument, "How the features were measured; only where they were.")
COUNTS: Final = (tuple[int, ...], "Booths of each color.")
SOURCE: Final = AnswerPart(
    "Source",
    (StartGridSourceAnswer,),
    also={"counts": COUNTS, "features": FEATURES},
    optional=("features",),
)
SURVEY: Final = AnswerPart(
    "Survey", (SurveySummary,), also={"source": (SOURCE, "Where the grids come from.")}
)
PATHS: Final = ("optimal_length", "first_moves", "positions")
COUNTED: Final = {
    "optimal_solutions": (int | None, "How many shortest solutions there are; null at a limit.")
}
RANK: Any = AnswerPart("Rank", (SoloRank,), optional=("most",))
RANKS_FILE: Final = AnswerPart(
    "RanksFile", (Provenance,), also={"ranks": (list[RANK], "The best first.")}
)
TILES_FILE: Final = AnswerPart("TilesFile", (Provenance, TilesFile))
COMPANION: Final = AnswerPart(
    "Session",
    (SessionForm,),
    also={"companion": (Literal[True], "True; a saved game has no such field.")},
)
GRADED: Final = AnswerPart("GradedHint", (GradedHint,), without=("move",), optional=TOLD[3][3:])
CHECKED: Final = AnswerPart(
    "Checked",
    (CheckAnswer, Assumptions),
    optional=("grid", "warnings", *ASSUMED),
    also={
        "warnings": (
            list[str],
            "Numbers of booths that are not the game's; only where there is something to say.",
        ),
        **IF_MANY,
    },
)
EXPORTED: Final = AnswerPart("Exported", (ExportAnswer,), required=("grid", "rule"))
RENDERED: Final = AnswerPart("Rendered", (RenderAnswer,), required=("format",))
WRITTEN: Final = (int, "How many bytes were written.")
PRINTED: Final = AnswerPart(
    "Printed",
    (),
    optional=("tiles", "cards", "sheets"),
    also={
        "file": (Path, "The file that was written."),
        "tiles": (int, "How many tiles."),
        "cards": (int, "How many cards."),
        "sheets": (int, "How many score sheets are on the page."),
        "bytes": WRITTEN,
    },
)
PAGE: Final = AnswerPart(
    "Page",
    (),
    also={
        "out": (Path, "The folder that was written to."),
        "files": (list[str], "The files in it."),
        "bytes": WRITTEN,
    },
)
READ: Any = AnswerPart(
    "Read",
    (ReadAnswer, Assumptions),
    optional=(
        *("spots", "corners", "notes", "photo", "place", "looks", "advice", "unread"),
        *ASSUMED,
    ),
    also={"grid": (str | None, "The grid, in notation; null where none was found.")},
)


PARTS: Final = {
    "assumed_parts": (list[str], "The assumed parts of the box; only where there are some.")
}


def by_formula(name: str, *parts: Any, without: tuple[str, ...] = ()) -> AnswerPart:
    """Return an answer that names the formula of its difficulties, where it is not the first."""
    meaning = "The formula of the difficulties, where it is not formula 1."
    also = {"formula": (FormulaName, meaning), **PARTS}
    optional = ("formula", "assumed_parts")
    return AnswerPart(name, parts, without=without, optional=optional, also=also)


MEASURED: Final = by_formula("Difficulty", RankedTile, Assumptions, without=("position", "tile"))
POWER: Final = (Power, "The games that tell two tiles apart.")
PLAYTESTED: Final = AnswerPart(
    "Playtested", (Playtest,), optional=("power", "settle"), also={"power": POWER, "settle": POWER}
)
SCORED_STANDS: Final = AnswerPart("ScoredStands", (FinalScoreAnswer, AssumedAnswer))
PLANNED_STAND: Final = AnswerPart("StandPlan", (StandPlanAnswer, AssumedAnswer))
REVIEWED: Final = AnswerPart(
    "Reviewed", (Review, Assumptions), optional=("assumed_parts",), also=PARTS
)
PLANNED: Final = AnswerPart("PlannedPlaytest", (PlaytestPlan, Assumptions))
FOUND: Final = AnswerPart(
    "Solutions",
    (OptimalPaths, Listed),
    also=COUNTED,
    optional=PATHS[1:],
    required=("status", "stopped_by"),
)

ANSWERS: Final[Mapping[str, Answer]] = MappingProxyType(
    {
        "solve": answer(
            "solve", "A solution", AnswerPart("Solved", (SolutionAnswer, Earned, Assumptions))
        ),
        "hint": answer("hint", "A hint: one move, or less", marked(Hint), marked(GRADED)),
        "review": answer("review", "What each move of a game lost", REVIEWED),
        "practice": answer(
            "practice", "An exercise", AnswerPart("Drawn", (ExerciseAnswer, Assumptions))
        ),
        "playtest": answer("playtest", "A measured or planned playtest", PLAYTESTED, PLANNED),
        "verify": answer(
            "verify",
            "Whether moves solve a grid",
            AnswerPart(
                "Verified",
                (Verdict, Earned, Assumptions),
                optional=("grid", "rank", *ASSUMED),
                also=IF_MANY,
            ),
        ),
        "check": answer("check", "Whether a start grid keeps the rules", CHECKED),
        "solutions": answer("solutions", "All shortest solutions, counted", marked(FOUND)),
        "difficulty": answer("difficulty", "How hard a grid is", MEASURED),
        "rank": answer("rank", "Grids by difficulty", by_formula("Ranked", Ranking, Assumptions)),
        "compare": answer(
            "compare", "Grids side by side", by_formula("Compared", Comparison, Assumptions)
        ),
        "report": answer(
            "report", "A set of tiles", by_formula("Report", TileSetReport, Assumptions)
        ),
        "generate": answer("generate", "A start grid", marked(GeneratedGrid), marked(MadeDocument)),
        "records": answer(
            "records", "The records, or what a search found", marked(BOOK), marked(Attempt)
        ),
        "render": answer("render", "The picture written", marked(RENDERED)),
        "sheet": answer("sheet", "The sheets written", marked(PRINTED)),
        "page": answer("page", "The files written", PAGE),
        "score-stand": answer("score stand", "Final scores", SCORED_STANDS),
        "score-chatuchak": answer(
            "score chatuchak", "Final scores", marked(chatuchak.FinalScoreAnswer)
        ),
        "score-chatuchak-speed": answer(
            "score chatuchak-speed", "How a speed game stands", speed.StandingAnswer
        ),
        "score-mercado": answer("score mercado", "Final scores", mercado.ScoreFileAnswer),
        "score-river-market": answer("score river-market", "The title", river_market.TitleAnswer),
        "stand-place": answer("stand place", "Placements, the best first", PlaceAnswer),
        "stand-deck": answer("stand deck", "A deck", DeckAnswer),
        "stand-plan": answer(
            "stand plan", "The best whole stand, or one for each player", PLANNED_STAND, PostMortems
        ),
        "stand-review": answer("stand review", "What placements lost", StandReviews),
        "stand-verify": answer("stand verify", "A certificate's check", CheckedPlanAnswer),
        "stand-show": answer("stand show", "Stands as seen", StandsAnswer),
        "export": answer("export", "The files written", marked(EXPORTED)),
        "read": answer("read", "A grid on a photo, or all of several", READ, list[READ]),
        "survey": answer("survey", "Many random grids", SURVEY),
        "game-legal": answer("game GAME legal", "The legal actions", LegalAnswer),
        "game-rules": answer("game GAME rules", "A game's rules in short", marked(ShortRules)),
        "game-show": answer("game GAME show", "A position", marked(ShowAnswer)),
        "game-advise": answer(
            "game GAME advise",
            "Ranked actions",
            marked(AnswerPart("Advised", (AdviceAnswer,), optional=("playouts", "stopped_by"))),
        ),
        "game-mercado-incomes": answer(
            "game mercado incomes", "What every legal action brings now", IncomesAnswer
        ),
        "game-mercado-place": answer(
            "game mercado place", "What a placement would earn", IncomeAnswer
        ),
        "game-mercado-picture": answer("game mercado picture", "A market", PictureAnswer),
        "game-market-stand-view": answer(
            "game market-stand view", "What one player sees", ObservationAnswer, RequestAnswer
        ),
        "game-river-market-log": answer(
            "game river-market log", "What happened in a game", list[LogEntry]
        ),
        "game-river-market-companion": answer(
            "game river-market companion", "A step at the table", StepAnswer
        ),
        **{f"{game.name}-game": saved_game(game) for game in GAMES},
        "game-simulate": answer(
            "game GAME simulate", "Figures of many games", marked(SimulationAnswer)
        ),
        "box-show": answer("box show", "The parts of a box", BoxAnswer),
        "box-check": Answer(
            "The mistakes in a box file, or the tiles added: answer of chatuchak box check and add",
            (BoxCheck,),
            ("box check", "box add"),
        ),
        "deck": file("A deck file of the market stand", DeckAnswer),
        "solo-ranks": file("A file of solo ranks", RANKS_FILE),
        "start-tiles": file("A file of start tiles", TILES_FILE),
        **{
            "stand-file" if form.names_files else f"{form.name}-score-file": file(
                f"A score file, read by chatuchak score {form.name}", form.form
            )
            for form in score_forms().values()
        },
        "river-market-session": file("A companion's session", COMPANION),
    }
)
"""Every schema, by its name."""

WRITTEN_AS: Final[Mapping[Any, Any]] = MappingProxyType(
    {
        Card: CardAnswer,
        Deck: DeckAnswer,
        Placement: PlacementAnswer,
        Stand: list[PlacementAnswer],
        Term: TermForm,
    }
)
"""The JSON forms of values."""

WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "grid": "The grid, in notation.",
        "name": "The name.",
        "game": "The game's name.",
        "rule": "jump or slide.",
        "mice": "Visible mice.",
        "total": "The points in all.",
        "variant": "standard, two-player or teams.",
        "players": "One entry a player.",
    }
)
"""What fields mean everywhere."""
