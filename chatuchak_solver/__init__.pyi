from chatuchak_solver._version import __version__
from chatuchak_solver.analysis.comparison import (
    ComparedTile,
    Comparison,
    ComparisonAnswer,
    Difference,
    FirstMoves,
    Gap,
    NearDuplicates,
    TileSetReport,
    compare_grids,
    report_on_tiles,
)
from chatuchak_solver.analysis.comparison import Spread as DifficultySpread
from chatuchak_solver.analysis.difficulty import (
    DifficultyDistribution,
    Features,
    Formula,
    FormulaName,
    Term,
    load_formula,
)
from chatuchak_solver.analysis.explanation import (
    Conflict,
    Explanation,
    FalseMove,
    explain_difficulty,
)
from chatuchak_solver.analysis.graded_hint import GradedHint, graded_hint
from chatuchak_solver.analysis.kernels.move_kinds import MoveKind
from chatuchak_solver.analysis.optimal_paths import OptimalPaths, optimal_paths
from chatuchak_solver.analysis.playtest.formula_fit import Agreement, FitStory, FormulaFit
from chatuchak_solver.analysis.playtest.games import PlayedGame, parse_games
from chatuchak_solver.analysis.playtest.measurement import Measurement, OddGame
from chatuchak_solver.analysis.playtest.plan import (
    PlannedPlayer,
    PlannedTile,
    PlaytestPlan,
    SampleSize,
    plan_playtest,
)
from chatuchak_solver.analysis.playtest.report import (
    MeasuredTile,
    Playtest,
    PlaytestAnswer,
    Power,
    SkilledPlayer,
    report_playtest,
)
from chatuchak_solver.analysis.ranking import (
    RankedTile,
    Ranking,
    RankingReference,
    assess,
    rank_tiles,
)
from chatuchak_solver.analysis.review import DistanceBounds, LosingRun, Review, ReviewedMove, review
from chatuchak_solver.analysis.state_space import state_space
from chatuchak_solver.box import Box, load_box
from chatuchak_solver.errors import (
    ChatuchakError,
    IllegalMoveError,
    InputError,
    InvalidInstanceError,
    InvalidPositionError,
    MissingExtraError,
    NotationError,
    SolverError,
    VerificationError,
    WorkersLostError,
)
from chatuchak_solver.execution.limits import OnProgress, Progress, Run, Stop, StopReason
from chatuchak_solver.execution.processes import Executor
from chatuchak_solver.games.chatuchak.score_file import FinalScore as ChatuchakScore
from chatuchak_solver.games.chatuchak.score_file import FinalScoreAnswer as ChatuchakScoreAnswer
from chatuchak_solver.games.chatuchak.score_file import PlayerScore as ChatuchakPlayerScore
from chatuchak_solver.games.chatuchak.score_file import score_chatuchak
from chatuchak_solver.games.chatuchak_speed.score_file import FinalPlayer as SpeedPlayerScore
from chatuchak_solver.games.chatuchak_speed.score_file import ScoreFile as SpeedScore
from chatuchak_solver.games.chatuchak_speed.score_file import score_chatuchak_speed
from chatuchak_solver.games.contract import GameState, StateCodec
from chatuchak_solver.games.facts import SetupPart, SetupPartAnswer, SummaryTable
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.market_stand.score_file import score_stand
from chatuchak_solver.games.mercado.score_file import PlayerScore as MercadoPlayerScore
from chatuchak_solver.games.mercado.score_file import ScoreFile as MercadoScore
from chatuchak_solver.games.mercado.score_file import score_mercado
from chatuchak_solver.games.players import Adviser, Player
from chatuchak_solver.games.registry import GAMES, game_entry, new_game
from chatuchak_solver.games.river_market.score_file import ScoreFile as RiverMarketScore
from chatuchak_solver.games.river_market.score_file import score_river_market
from chatuchak_solver.games.river_market.title import Title
from chatuchak_solver.games.session import GameRecord
from chatuchak_solver.games.simulate import (
    EntrantResults,
    EventCount,
    Proportion,
    SeatResults,
    SeatTally,
    SetUp,
    SimulationAnswer,
    SimulationPlan,
    SimulationReport,
    StartPlayer,
    simulate,
)
from chatuchak_solver.photo.reading import (
    PhotoReading,
    PhotoSummary,
    PhotoTile,
    TileCollection,
    UnreadableTile,
    read_photo,
    read_photos,
)
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.puzzle.colors import Color
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.puzzle.start_rules import Violation, start_violations
from chatuchak_solver.puzzle.start_tiles import StartTiles, load_start_tiles
from chatuchak_solver.puzzle.symmetry import canonical_form
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.callable_ida_star import Heuristic
from chatuchak_solver.search.goal_directed import goal_bound
from chatuchak_solver.search.hint import Hint, hint
from chatuchak_solver.search.pattern_database import PatternDatabase, pattern_database
from chatuchak_solver.search.solo_ranks import SoloRank, SoloRanks, load_solo_ranks
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import Algorithm, solve, solve_many
from chatuchak_solver.search.verify import replay
from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, load_deck, shipped_deck
from chatuchak_solver.stand.groups import GoodTally, GoodTallyAnswer, StandTally
from chatuchak_solver.stand.next_card import NextCard, RankedPlacement, best_placements
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.plan import PlanOptions, plan_stand
from chatuchak_solver.stand.plan_result import (
    AnnouncementBound,
    PlanEffort,
    Proof,
    StandPlan,
    StandPlanAnswer,
)
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.scoring import (
    FinalScore,
    FinalScoreAnswer,
    Origin,
    PlayerScore,
    TeamScore,
    Variant,
)
from chatuchak_solver.stand.stand import Stand

__all__ = [
    "GAMES",
    "Adviser",
    "Agreement",
    "Algorithm",
    "AnnouncementBound",
    "Board",
    "Box",
    "Card",
    "ChatuchakError",
    "ChatuchakPlayerScore",
    "ChatuchakScore",
    "ChatuchakScoreAnswer",
    "Color",
    "ComparedTile",
    "Comparison",
    "ComparisonAnswer",
    "Conflict",
    "Deck",
    "Difference",
    "DifficultyDistribution",
    "DifficultySpread",
    "DistanceBounds",
    "EntrantResults",
    "EventCount",
    "Executor",
    "Explanation",
    "FalseMove",
    "Features",
    "FinalScore",
    "FinalScoreAnswer",
    "FirstMoves",
    "FitStory",
    "Formula",
    "FormulaFit",
    "FormulaName",
    "Game",
    "GameRecord",
    "GameState",
    "Gap",
    "GoodTally",
    "GoodTallyAnswer",
    "GradedHint",
    "Grid",
    "Heuristic",
    "Hint",
    "IllegalMoveError",
    "InputError",
    "InvalidInstanceError",
    "InvalidPositionError",
    "LosingRun",
    "MeasuredTile",
    "Measurement",
    "MercadoPlayerScore",
    "MercadoScore",
    "MissingExtraError",
    "MoveKind",
    "MoveRule",
    "NearDuplicates",
    "NextCard",
    "NotationError",
    "OddGame",
    "OnProgress",
    "OptimalPaths",
    "Origin",
    "PatternDatabase",
    "PhotoReading",
    "PhotoSummary",
    "PhotoTile",
    "Picture",
    "Placement",
    "PlanEffort",
    "PlanOptions",
    "PlannedPlayer",
    "PlannedTile",
    "PlayedGame",
    "Player",
    "PlayerScore",
    "Playtest",
    "PlaytestAnswer",
    "PlaytestPlan",
    "Power",
    "Progress",
    "Proof",
    "Proportion",
    "RankedPlacement",
    "RankedTile",
    "Ranking",
    "RankingReference",
    "Review",
    "ReviewedMove",
    "RiverMarketScore",
    "Run",
    "SampleSize",
    "SeatResults",
    "SeatTally",
    "SetUp",
    "SetupPart",
    "SetupPartAnswer",
    "SimulationAnswer",
    "SimulationPlan",
    "SimulationReport",
    "SkilledPlayer",
    "SoloRank",
    "SoloRanks",
    "Solution",
    "SolverError",
    "SpeedPlayerScore",
    "SpeedScore",
    "Stand",
    "StandPlan",
    "StandPlanAnswer",
    "StandProblem",
    "StandTally",
    "StartPlayer",
    "StartTiles",
    "StateCodec",
    "Status",
    "Stop",
    "StopReason",
    "SummaryTable",
    "TeamScore",
    "Term",
    "TileCollection",
    "TileSetReport",
    "Title",
    "UnreadableTile",
    "Variant",
    "VerificationError",
    "Violation",
    "WorkersLostError",
    "__version__",
    "additive_heuristic",
    "assess",
    "best_placements",
    "canonical_form",
    "compare_grids",
    "explain_difficulty",
    "game_entry",
    "goal_bound",
    "graded_hint",
    "hint",
    "load_box",
    "load_deck",
    "load_formula",
    "load_solo_ranks",
    "load_start_tiles",
    "new_game",
    "optimal_paths",
    "parse_games",
    "pattern_database",
    "plan_playtest",
    "plan_stand",
    "rank_tiles",
    "read_photo",
    "read_photos",
    "replay",
    "report_on_tiles",
    "report_playtest",
    "review",
    "score_chatuchak",
    "score_chatuchak_speed",
    "score_mercado",
    "score_river_market",
    "score_stand",
    "shipped_deck",
    "simulate",
    "solve",
    "solve_many",
    "start_violations",
    "state_space",
]
