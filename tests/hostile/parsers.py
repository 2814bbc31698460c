"""Register of all readers of untrusted text, with valid samples."""

import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PIL import Image

from chatuchak_cli.grids.generate import parse_range
from chatuchak_cli.grids.read import parse_corners
from chatuchak_cli.play.session import PuzzleSession
from chatuchak_cli.shared.grid_argument import GridSource
from chatuchak_cli.shared.options import parse_counts
from chatuchak_generators import Exercise, MadeGrid, StartGridSource
from chatuchak_solver import (
    Board,
    Box,
    Card,
    FormulaFit,
    Game,
    Grid,
    Picture,
    Placement,
    PlaytestPlan,
    RankedPlacement,
    Stand,
    StandProblem,
    codec,
    new_game,
    plan_playtest,
    rank_tiles,
    review,
    solve,
)
from chatuchak_solver.analysis.difficulty import load_difficulty_distribution, load_formula
from chatuchak_solver.analysis.playtest.games import parse_games
from chatuchak_solver.analysis.practice import Progress
from chatuchak_solver.analysis.records import load_rank_records, load_record_book
from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.chatuchak.score_file import FinalScore as ChatuchakScore
from chatuchak_solver.games.chatuchak.setup import load_figures
from chatuchak_solver.games.chatuchak_speed.score_file import ScoreFile as ChatuchakSpeedScore
from chatuchak_solver.games.mercado.actions import notation
from chatuchak_solver.games.mercado.market import CustomerTile, MercadoSetup, layout
from chatuchak_solver.games.mercado.score_file import ScoreFile as MercadoScore
from chatuchak_solver.games.registry import GAMES, game_entry
from chatuchak_solver.games.river_market.actions import parse as parse_river_action
from chatuchak_solver.games.river_market.companion import Companion
from chatuchak_solver.games.river_market.score_file import ScoreFile as RiverScore
from chatuchak_solver.games.river_market.setup import Card as RiverCard
from chatuchak_solver.games.river_market.setup import River, RiverSetup
from chatuchak_solver.games.session import AnyRecord, GameRecord
from chatuchak_solver.photo.image_file import load_photo
from chatuchak_solver.puzzle.notation import format_moves, iter_grids, parse_moves
from chatuchak_solver.puzzle.start_tiles import load_start_tiles
from chatuchak_solver.search.solo_ranks import load_solo_ranks
from chatuchak_solver.stand.deck import Deck, shipped_deck
from chatuchak_solver.stand.files import StandFile, StandRequest
from chatuchak_solver.stand.space import parse_space
from tests.conformance.setups import Setup, playout

if TYPE_CHECKING:
    from chatuchak_solver.games.river_market.state import RiverMarketState

__all__ = ["ELSEWHERE", "FILE_PARSERS", "PARSERS", "Parser"]


@dataclass(frozen=True)
class Parser:
    """A reader.

    Attributes
    ----------
    name
        The kind of input.
    read
        Reads bytes from a file, a request or an argument.
    samples
        Valid inputs.
    write
        Serializes a value; None if the project has no writer.
    covers
        The called readers, as ``module:name``.
    """

    name: str
    read: Callable[[bytes], Any]
    samples: tuple[bytes, ...]
    write: Callable[[Any], bytes] | None = None
    covers: tuple[str, ...] = ()


def words(data: bytes) -> str:
    """Return an argument in the form of the operating system."""
    return data.decode("utf-8", "surrogateescape")


def text(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    return lambda data: read(words(data))


def document(read: Callable[[Any], Any]) -> Callable[[bytes], Any]:
    return lambda data: read(codec.parse_json(data, source="file"))


def file(read: Callable[[Path], Any]) -> Callable[[bytes], Any]:
    def read_file(data: bytes) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            path.write_bytes(data)
            return read(path)

    return read_file


def fields(read: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], Any]:
    """Read an object, as score files and figures that replace shipped ones."""
    return lambda data: read(codec.convert(codec.parse_json(data), dict[str, Any]))


def json_of(value: Any) -> bytes:
    return json.dumps(value).encode()


def written(value: Any) -> bytes:
    return str(value).encode("utf-8", "surrogateescape")


def shipped(name: str) -> bytes:
    return resources.files("chatuchak_data").joinpath(name).read_bytes()


def example(name: str) -> bytes:
    return (Path(__file__).parents[2] / "docs" / "examples" / name).read_bytes()


def png_sample() -> bytes:
    """Return a small picture."""
    stream = io.BytesIO()
    Image.linear_gradient("L").resize((40, 30)).save(stream, "PNG")
    return stream.getvalue()


def record_of(entry: Game, actions: int) -> AnyRecord:
    """Return the record of a game after some random actions."""
    steps = playout(Setup(entry, entry.state.player_counts[0]), 4)
    record: AnyRecord = GameRecord.begin(steps[0][0])
    for _, action in steps[: min(actions, len(steps) - 1)]:
        record = record.apply(str(action))
    return record


def played_record(data: bytes) -> AnyRecord:
    """Read a record, continue its game and print it."""
    record = GameRecord.read(data)
    state = record.state
    if not state.is_over:
        for action in state.legal_texts()[:3]:
            assert str(state.apply(action))
    return record


def game_parsers(entry: Game) -> tuple[Parser, Parser]:
    """Return the readers of a game's records and of its actions."""
    records = [record_of(entry, count) for count in (0, 25)]
    state = records[1].state
    package = entry.state.__module__.rpartition(".")[0]
    return (
        Parser(
            f"{entry.name} record",
            played_record,
            tuple(
                json_of(part)
                for record in records
                for part in (record.to_dict(), record.state.to_dict())
            ),
            lambda record: json_of(record.to_dict()),
            (f"{package}.state:*", f"{package}.document:*"),
        ),
        Parser(
            f"{entry.name} action",
            text(state.parse),
            tuple(action.encode() for action in state.legal_texts()[:5]),
            lambda action: state.format(action).encode(),
            (f"{package}.state:*", f"{package}.actions:*"),
        ),
    )


def json_parser(value: Any, *deck: Deck) -> Parser:
    """Return the reader of a value's JSON form; some round their inputs."""
    kind = type(value)
    write = None if kind in (Exercise, PlaytestPlan) else json_of

    def read(data: Any) -> Any:
        return kind.from_dict(data, *deck).to_dict()

    covers = (f"{kind.__module__}:{kind.__name__}.from_dict",)
    return Parser(kind.__name__, document(read), (json_of(value.to_dict()),), write, covers)


S = "chatuchak_solver"
C = "chatuchak_cli"
TILES = load_start_tiles()
DECK = shipped_deck()
GRID = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB"
SMALL = Grid.parse(".RY/YRG/RGG")
REQUEST = {
    "variant": "two-player",
    "stand": [{"card": "c01", "x": 0, "y": 0, "rotation": 0}],
    "hand": ["c03"],
    "cards": ["c07", "c08"],
    "order": "fixed",
    "announced": ["G", "B"],
}
MERCADO_ACTIONS = notation(layout(5))
SESSION = PuzzleSession.begin(Grid.parse(GRID))
COMPANION = Companion.begin(
    cast("RiverMarketState", record_of(game_entry("river-market"), 0).state), seed=1
)


PARSERS = (
    Parser("grid", text(Grid.parse), (GRID.encode(), b"RR\n.Y\nYG\nGG"), written,
           (f"{S}.puzzle.grid:Grid.parse", f"{S}.puzzle.notation:parse_letters")),
    Parser("letters", text(lambda letters: Grid.from_letters(letters, board=Board(2, 3))),
           (b"RR.YYR",), None, (f"{S}.puzzle.grid:Grid.from_letters",)),
    Parser("grids", text(lambda lines: list(iter_grids(lines.splitlines()))),
           (f"{GRID}\n# x\nRR/.Y\n".encode(),), None, (f"{S}.puzzle.notation:iter_grids",)),
    Parser("file of grids", file(lambda path: list(GridSource("file", path=path))),
           (f"{GRID}\n{GRID}\n".encode(),)),
    Parser("file of one grid", file(lambda path: GridSource("file", path=path).only()),
           (f"{GRID}\n".encode(),)),
    Parser("number of grids", file(lambda path: GridSource("file", path=path).count()),
           (f"{GRID}\n{GRID}\n".encode(),)),
    Parser("moves", text(lambda moves: parse_moves(moves, board=Board())), (b"15, 3,7",),
           lambda moves: format_moves(moves).encode(), (f"{S}.puzzle.notation:parse_moves",)),
    Parser("board", text(Board.parse), (b"5x6",), None,
           (f"{C}.shared.options:*", f"{S}.puzzle.board:Board.parse")),
    Parser("counts", text(parse_counts), (b"6,6,5",)),
    Parser("range", text(lambda bounds: parse_range(bounds, whole=False)),
           (b"40..60.5",), None, (f"{C}.grids.generate:parse_range",)),
    Parser("range of moves", text(lambda bounds: parse_range(bounds, whole=True)),
           (b"20..22",)),
    Parser("document", document(json.dumps), (b'{"a": [1, "x"]}',),
           written, (f"{S}.codec:*", f"{S}.io.untrusted:*", f"{S}.io.package_data:*",
                     f"{C}.shared.files:*")),
    Parser("tiles", file(load_start_tiles), (shipped("start_tiles.json"), GRID.encode()), None,
           (f"{S}.puzzle.start_tiles:*",)),
    Parser("ranks", file(load_solo_ranks), (shipped("solo_ranks.json"),), None,
           (f"{S}.search.solo_ranks:*",)),
    Parser("formula", file(load_formula), (example("files/formula.json"),), None,
           (f"{S}.analysis.difficulty:*",)),
    Parser("playtest", lambda data: parse_games(data, source="f", tiles=TILES),
           (example("files/evening.jsonl").partition(b"\n")[0],
            b"player,tile,moves\nOla,1,30\n"), None, (f"{S}.analysis.playtest.games:*",)),
    Parser("practice", document(Progress.from_dict),
           (json_of(Progress().to_dict()),),
           lambda value: json_of(value.to_dict()), (f"{S}.analysis.practice:*",)),
    Parser("distribution", file(load_difficulty_distribution),
           (shipped("difficulty_distribution.json"),), None,
           (f"{S}.analysis.difficulty:load_difficulty_distribution",)),
    Parser("records", file(load_record_book), (shipped("records.json"),), None,
           (f"{S}.analysis.records:*",)),
    Parser("rank records", file(load_rank_records), (shipped("rank_records.json"),), None,
           (f"{S}.analysis.records:load_rank_records",)),
    Parser("card", document(Card.from_dict),
           (b'{"id": "c1", "rows": ["S B c*", "G p C"]}',), None, (f"{S}.stand.card:*",)),
    Parser("deck", document(Deck.from_dict),
           (shipped("market_stand_deck.json"),),
           lambda deck: json_of(deck.to_dict()), (f"{S}.stand.deck:*",)),
    Parser("space", text(parse_space), (b"c*",), None, (f"{S}.stand.space:*",)),
    Parser("picture", text(lambda rows: Picture.parse(rows.split("\n"))), (b"S S .\nc* b M",),
           written, (f"{S}.stand.picture:*",)),
    Parser("placement", text(lambda string: Placement.parse(string, DECK)), (b"c02@0:0r90",),
           written, (f"{S}.stand.placement:*",)),
    Parser("stand", text(lambda string: Stand.parse(string, DECK)), (b"c01@0:0r0 c02@2:1r90",),
           written, (f"{S}.stand.stand:*",)),
    Parser("stand file", document(StandFile.from_dict),
           (example("market_stand.json"),), None, (f"{S}.stand.files:*",)),
    Parser("stand request", document(StandRequest.from_dict),
           (json_of(REQUEST),), None, (f"{S}.stand.files:*",)),
    Parser("chatuchak score",
           fields(lambda content: ChatuchakScore.of_file(content, load_figures()[0]).to_dict()),
           (example("chatuchak.json"),), None, (f"{S}.games.chatuchak.score_file:*",)),
    Parser("speed score", fields(ChatuchakSpeedScore.from_dict),
           (example("chatuchak_speed.json"),), None, (f"{S}.games.chatuchak_speed.score_file:*",)),
    Parser("chatuchak figures", fields(load_figures), (shipped("chatuchak_game.json"),), None,
           (f"{S}.games.chatuchak.setup:*",)),
    Parser("marker", text(Marker.parse), (b"group:R", b"path"), None,
           (f"{S}.games.chatuchak.markers:*",)),
    Parser("mercado score", fields(MercadoScore.from_dict), (example("mercado.json"),), None,
           (f"{S}.games.mercado.score_file:*", f"{S}.games.mercado.market:*")),
    Parser("mercado figures", fields(MercadoSetup.load), (shipped("mercado.json"),), None,
           (f"{S}.games.mercado.market:*",)),
    Parser("customers", text(CustomerTile.parse), (b"2 fish+meat",), None,
           (f"{S}.games.mercado.market:CustomerTile.parse",)),
    Parser("mercado action", text(MERCADO_ACTIONS.parse), (b"stand fish c3", b"restaurant pub a1"),
           lambda action: str(action).encode(),
           (f"{S}.games.action_notation:*",)),
    Parser("river market score", fields(RiverScore.from_dict), (example("river_market.json"),),
           None, (f"{S}.games.river_market.score_file:*",)),
    Parser("river market figures", fields(RiverSetup.load), (shipped("river_market.json"),), None,
           (f"{S}.games.river_market.setup:*",)),
    Parser("river", text(River.parse), (b"swap-meet [e1] [e2] landing",), written,
           (f"{S}.games.river_market.setup:*",)),
    Parser("river market card", text(RiverCard.parse), (b"booth 2",), written,
           (f"{S}.games.river_market.setup:*",)),
    Parser("river market action", text(parse_river_action), (b"hired 2",), written,
           (f"{S}.games.river_market.actions:*",)),
    Parser("companion", fields(Companion.from_dict),
           (json_of(COMPANION.to_dict()),),
           lambda value: json_of(value.to_dict()), (f"{S}.games.river_market.companion:*",)),
    Parser("saved play", document(PuzzleSession.from_dict),
           (json_of(SESSION.to_dict()),),
           lambda session: json_of(session.to_dict()), (f"{C}.play.session:*",)),
    Parser("photo", file(load_photo), (png_sample(),), None,
           (f"{S}.photo.image_file:*", f"{S}.photo.reading:*")),
    Parser("corners", text(parse_corners), (b"120,90 880,110.5 910,700 1e2,690",), None,
           (f"{C}.grids.read:*",)),
    *map(json_parser, (
        Box({"counts": (6, 6, 6, 6, 5)}),
        Exercise(SMALL, 4, (2,), (6, 7), {"beginner": 0.5}, 0.5, 1500),
        FormulaFit.from_dict(json.loads(example("files/formula.json"))),
        MadeGrid(SMALL, 4, False, 41.5),
        plan_playtest([SMALL, SMALL.move(6)], ["Ana"]),
        rank_tiles([SMALL], games=2),
        review(SMALL, [6, 3]),
        solve(SMALL),
        StartGridSource(1),
    )),
    json_parser(RankedPlacement(Placement(DECK["c01"], 0, 0), 2, 0, 1.5), DECK),
    json_parser(StandProblem(DECK.cards[:2]), DECK),
    *(parser for entry in GAMES for parser in game_parsers(entry)),
    *(
        Parser(f"setup of {game}: {part.name}", text(part.read), (part.example.encode(),),
               lambda pieces: ", ".join(pieces).encode(), (f"{S}.games.facts:SetupPart.read",))
        for game in ("chatuchak", "mercado", "market-stand", "river-market")
        for part in game_entry(game).setup_parts(new_game(game, seed=1), Box.default().tiles)
        if part.name in ("grid 0", "mixes", "display", "customers 2", "market", "river")
    ),
)  # fmt: skip
"""All formats; new formats need an entry here."""

FILE_PARSERS = [
    parser
    for parser in PARSERS
    if parser.name != "photo" and not parser.read.__qualname__.startswith("text.")
]
"""Readers of text files."""

ELSEWHERE = {
    f"{S}.arguments:parse_int": "one number, in the readers above",
    f"{S}.box:load_box": "malformed boxes in wrong_documents.txt",
    f"{S}.box:read_box": "malformed boxes in wrong_documents.txt",
    f"{S}.analysis.survey.store:SurveyStore.open": "damaged files in test_survey_files.py",
    f"{S}.games.contract:GameState.from_dict": "abstract; each game's own is here",
    f"{S}.games.contract:GameState.parse": "abstract; each game's own is here",
    f"{S}.games.contract:read_action": "the reader behind each game's own actions",
    f"{S}.games.score_form:read_file": "the reader behind the score files above",
    f"{S}.games.stored:load_figures": "the reader behind the figures of each game above",
    f"{S}.games.session:read_record": "the reader behind every record above, for one game",
    f"{S}.games.session:GameRecord.from_dict": "the reader behind every record above",
    f"{S}.games.session:GameRecord.read": "called for every record above",
    f"{C}.games.conversation:Conversation.read": "a line typed at the table, tested with the play",
    f"{S}.analysis.playtest.store:read_collected": "SQLite files, in test_playtest_games.py",
    f"{C}.shared.photos:read_collection": "loads each photo by the reader above",
    f"{S}.puzzle.colors:Color.parse": "one letter, in the readers of figures",
    f"{S}.puzzle.saved_grids:SavedGrid.read": "a saved grid's game, in the reader of moves",
    f"{C}.web.games.routes:read_request": "JSON by the type of a request, in test_requests.py",
    f"{C}.web.games.requests:load_session": "calls the readers of requests and records",
    f"{C}.web.assets:load_one_file": "the project's own files",
    f"{C}.play.terminal:read_keys": "keys of a terminal, tested with the play",
}
"""Readers without an entry above, with the reasons."""
