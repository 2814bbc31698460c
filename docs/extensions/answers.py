"""What every schema is of: the types of the values that a command prints, or that a file holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal

from chatuchak_cli.games.game_output import LegalAnswer, ShowAnswer
from chatuchak_cli.grids.read_request import ReadAnswer
from chatuchak_cli.puzzle.verifying import Verdict
from chatuchak_cli.shared.answers import (
    CheckAnswer,
    Earned,
    ExportAnswer,
    GeneratedGrid,
    IncomesAnswer,
    Listed,
    PictureAnswer,
    RenderAnswer,
    StepAnswer,
)
from chatuchak_cli.stand.place import PlaceAnswer
from chatuchak_cli.stand.plan import PostMortems
from chatuchak_cli.stand.review import StandReviews
from chatuchak_cli.stand.show import StandsAnswer
from chatuchak_generators.exercises import ExerciseAnswer
from chatuchak_generators.order import MadeGridAnswer
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
from chatuchak_solver.box_file import AssumedAnswer, BoxAnswer, BoxCheck
from chatuchak_solver.games.advice import Advice
from chatuchak_solver.games.chatuchak import score_file as chatuchak
from chatuchak_solver.games.chatuchak_speed import score_file as speed
from chatuchak_solver.games.market_stand.observation import Observation, RequestDocument
from chatuchak_solver.games.mercado import score_file as mercado
from chatuchak_solver.games.mercado.incomes import Income
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.registry import GAMES, game_entry
from chatuchak_solver.games.river_market import score_file as river_market
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.log import LogEntry
from chatuchak_solver.games.session import TableDocument
from chatuchak_solver.games.sheets import SHEETS
from chatuchak_solver.games.short_rules import ShortRules
from chatuchak_solver.games.simulate import SimulationReport
from chatuchak_solver.io.package_data import Provenance
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import TilesFile
from chatuchak_solver.search.hint import Hint
from chatuchak_solver.search.solo_ranks import SoloRank
from chatuchak_solver.search.solution import SolutionAnswer
from chatuchak_solver.sheet import Field
from chatuchak_solver.stand.card import Card, CardAnswer
from chatuchak_solver.stand.certificate import CheckedPlanAnswer
from chatuchak_solver.stand.deck import Deck, DeckAnswer
from chatuchak_solver.stand.placement import Placement, PlacementAnswer
from chatuchak_solver.stand.plan_result import StandPlanAnswer
from chatuchak_solver.stand.score_file import GameForm
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


def marked(kind: Any) -> AnswerPart:
    """Return an answer that names its assumed parts, if it depends on any."""
    part = kind if isinstance(kind, AnswerPart) else AnswerPart(kind.__name__, (kind,))
    return replace(part, parts=(*part.parts, AssumedAnswer))


def file(title: str, kind: Any) -> Answer:
    """Return the format of a file that people write."""
    return Answer(title, (kind,))


def score_file(game: str) -> Answer:
    """Return the score files of a game, by its sheet."""
    sheet = SHEETS[game]
    of_game = {one.name: (one.kind, one.meaning) for one in sheet.of_game}
    if sheet.players:
        of_player = {one.name: (one.kind, one.meaning) for one in sheet.of_player}
        also = {"name": (str, "The name."), **of_player}
        player: Any = AnswerPart("Player", (), also=also, optional=left_out(sheet.of_player))
        of_game = {"players": (list[player], "One entry a player."), **of_game}
    kind = AnswerPart("ScoreFile", (), also=of_game, optional=left_out(sheet.of_game))
    return Answer(f"A score file, read by chatuchak score {game}", (kind,))


def left_out(fields: tuple[Field, ...]) -> tuple[str, ...]:
    """Return the names of the fields that may be left out."""
    return tuple(field.name for field in fields if not field.required)


def saved_game(game: str) -> Answer:
    """Return the saved games of a game."""
    state = game_entry(game).state
    also = {
        "game": (Literal[game], "The game's name."),
        "start": (state, "The state before the first action."),
        "log": (tuple[str, ...], "The actions so far, chance included, as texts."),
        "state": (state, "Where the game stands, for readers without a rules engine."),
        "table": (TableDocument, "Who sits where; only where the game is played in company."),
    }
    title = f"A saved game of {game}, printed by chatuchak game {game} new and apply"
    kind = AnswerPart("SavedGame", (GameRecord,), also=also, optional=("state", "table"))
    return Answer(title, (marked(kind),), (f"game {game} new", f"game {game} apply"))


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
NO_TITLE: Final = "; null before the game is over."
TITLE: Final = AnswerPart(
    "Title",
    (river_market.ScoreFile,),
    also={
        "score": (int | None, f"The final score{NO_TITLE}"),
        "ended_by": (str | None, f"What ended the game{NO_TITLE}"),
        "title": (str | None, f"The title that is earned{NO_TITLE}"),
        "phrases": (list[str], "The phrases that it is made of."),
    },
)
GRADED: Final = AnswerPart("GradedHint", (GradedHint,), without=("move",), optional=TOLD[3][3:])
CHECKED: Final = AnswerPart(
    "Checked",
    (CheckAnswer, AssumedAnswer),
    optional=("grid", "warnings"),
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
    (ReadAnswer, AssumedAnswer),
    optional=(*("spots", "corners", "notes", "photo", "place", "looks", "advice", "unread"),),
    also={"grid": (str | None, "The grid, in notation; null where none was found.")},
)


def by_formula(name: str, *parts: Any, without: tuple[str, ...] = ()) -> AnswerPart:
    """Return an answer that names the formula of its difficulties, where it is not the first."""
    meaning = "The formula of the difficulties, where it is not formula 1."
    also = {"formula": (FormulaName, meaning)}
    optional = ("formula",)
    return AnswerPart(name, parts, without=without, optional=optional, also=also)


MEASURED: Final = by_formula("Difficulty", RankedTile, AssumedAnswer, without=("position", "tile"))
POWER: Final = (Power, "The games that tell two tiles apart.")
PLAYTESTED: Final = AnswerPart(
    "Playtested",
    (Playtest, AssumedAnswer),
    optional=("power", "settle"),
    also={"power": POWER, "settle": POWER},
)
SCORED_STANDS: Final = AnswerPart("ScoredStands", (FinalScoreAnswer, AssumedAnswer))
PLANNED_STAND: Final = AnswerPart("StandPlan", (StandPlanAnswer, AssumedAnswer))
REVIEWED: Final = AnswerPart("Reviewed", (Review, AssumedAnswer))
PLANNED: Final = AnswerPart("PlannedPlaytest", (PlaytestPlan, AssumedAnswer))
FOUND: Final = AnswerPart(
    "Solutions",
    (OptimalPaths, Listed),
    also=COUNTED,
    optional=PATHS[1:],
    required=("status", "stopped_by"),
)

LOGGED: Any = marked(LogEntry)

ANSWERS: Final[Mapping[str, Answer]] = MappingProxyType(
    {
        "solve": answer(
            "solve", "A solution", AnswerPart("Solved", (SolutionAnswer, Earned, AssumedAnswer))
        ),
        "hint": answer("hint", "A hint: one move, or less", marked(Hint), marked(GRADED)),
        "review": answer("review", "What each move of a game lost", REVIEWED),
        "practice": answer(
            "practice", "An exercise", AnswerPart("Drawn", (ExerciseAnswer, AssumedAnswer))
        ),
        "playtest": answer("playtest", "A measured or planned playtest", PLAYTESTED, PLANNED),
        "verify": answer(
            "verify",
            "Whether moves solve a grid",
            AnswerPart(
                "Verified",
                (Verdict, Earned, AssumedAnswer),
                optional=("grid", "rank"),
                also=IF_MANY,
            ),
        ),
        "check": answer("check", "Whether a start grid keeps the rules", CHECKED),
        "solutions": answer("solutions", "All shortest solutions, counted", marked(FOUND)),
        "difficulty": answer("difficulty", "How hard a grid is", MEASURED),
        "rank": answer("rank", "Grids by difficulty", by_formula("Ranked", Ranking, AssumedAnswer)),
        "compare": answer(
            "compare", "Grids side by side", by_formula("Compared", Comparison, AssumedAnswer)
        ),
        "report": answer(
            "report", "A set of tiles", by_formula("Report", TileSetReport, AssumedAnswer)
        ),
        "generate": answer(
            "generate", "A start grid", marked(GeneratedGrid), marked(MadeGridAnswer)
        ),
        "records": answer(
            "records", "The records, or what a search found", marked(BOOK), marked(Attempt)
        ),
        "render": answer("render", "The picture written", marked(RENDERED)),
        "sheet": answer("sheet", "The sheets written", marked(PRINTED)),
        "page": answer("page", "The files written", PAGE),
        "score-stand": answer("score stand", "Final scores", SCORED_STANDS),
        "score-chatuchak": answer("score chatuchak", "Final scores", marked(chatuchak.FinalScore)),
        "score-chatuchak-speed": answer(
            "score chatuchak-speed", "How a speed game stands", speed.ScoreFile
        ),
        "score-mercado": answer("score mercado", "Final scores", mercado.ScoreFile),
        "score-river-market": answer("score river-market", "The title", TITLE),
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
        "survey": answer("survey", "Many random grids", marked(SURVEY)),
        "game-legal": answer("game GAME legal", "The legal actions", marked(LegalAnswer)),
        "game-rules": answer("game GAME rules", "A game's rules in short", marked(ShortRules)),
        "game-show": answer("game GAME show", "A position", marked(ShowAnswer)),
        "game-advise": answer(
            "game GAME advise",
            "Ranked actions",
            marked(AnswerPart("Advised", (Advice,), optional=("playouts", "stopped_by"))),
        ),
        "game-mercado-incomes": answer(
            "game mercado incomes", "What every legal action brings now", marked(IncomesAnswer)
        ),
        "game-mercado-place": answer(
            "game mercado place", "What a placement would earn", marked(Income)
        ),
        "game-mercado-picture": answer("game mercado picture", "A market", marked(PictureAnswer)),
        "game-market-stand-view": answer(
            "game market-stand view", "What one player sees", marked(Observation), RequestDocument
        ),
        "game-river-market-log": answer(
            "game river-market log", "What happened in a game", list[LOGGED]
        ),
        "game-river-market-companion": answer(
            "game river-market companion", "A step at the table", marked(StepAnswer)
        ),
        **{f"{entry.name}-game": saved_game(entry.name) for entry in GAMES},
        "game-simulate": answer(
            "game GAME simulate", "Figures of many games", marked(SimulationReport)
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
        "stand-file": file("A score file, read by chatuchak score stand", GameForm),
        "chatuchak-score-file": score_file("chatuchak"),
        "chatuchak-speed-score-file": score_file("chatuchak-speed"),
        "mercado-score-file": score_file("mercado"),
        "river-market-score-file": score_file("river-market"),
        "river-market-session": file("A companion's session", Companion),
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
