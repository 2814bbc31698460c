"""Public values are pickled, copied and compared after all their methods were called."""

import copy
import dataclasses
import inspect
import json
import math
import pickle
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import chatuchak_generators
import chatuchak_solver as library
from chatuchak_solver import Grid, Progress, Stand
from chatuchak_solver.codec import Answer, Form
from chatuchak_solver.exports import _RenamedMember
from chatuchak_solver.games.session import Session
from chatuchak_solver.kernels.arrays import ArrayValue
from chatuchak_solver.stand.files import load_request, load_stand_file
from docs.schemas import ANSWERS
from tests.game_tree import play_at_least
from tests.unit.photo.drawn_table import drawn_table
from tests.unit.test_exported_arguments import EXPORTS, PLAYED, RIGHT, call


def played_on(game: str) -> Any:
    """Return a state after some actions, chance included."""
    state = library.new_game(game, library.game_entry(game).state.player_counts.start, seed=1)
    return play_at_least(state, np.random.default_rng(1), 12)


def record(game: str) -> library.GameRecord[Any]:
    kind = library.game_entry(game).state
    return library.GameRecord.begin(library.new_game(game, kind.player_counts.start, seed=1))


def session(game: str) -> Session:
    """Return a session, after some actions of computer players."""
    begun = record(game)
    found = Session(begun, ("random",) * begun.start.num_players, 1)
    next(iter(found.advance()), None)
    return found


def simulated(game: str) -> object:
    players = library.game_entry(game).state.player_counts.start
    return library.simulate(library.SimulationPlan(game, ("random",) * players, 1, 1), workers=1)


EXAMPLES = Path(__file__).parents[2] / "docs/examples"
SMALL = Grid.parse(".RY/YRG/RGG")
TILES = library.load_start_tiles().grids[:2]
CARDS = library.shipped_deck().cards
STAND = Stand.of([library.Placement(CARDS[0], 0, 0)])


@cache
def why_tile_8() -> library.Explanation:
    found = library.explain_difficulty(library.solve(library.load_start_tiles().tile(8)), games=20)
    assert found is not None
    return found


WITHOUT_VALUE = {"game_entry", "search_records", "state_space"}
"""Exports with modules, jobs or graphs in their results."""

VALUES: dict[str, Callable[[], object]] = {
    **{
        name: partial(call, name, {})
        for name in RIGHT
        if not name.startswith(("score_", "load_")) and name not in WITHOUT_VALUE
    },
    "tiles": library.load_start_tiles,
    "ranks": library.load_solo_ranks,
    "explanation": lambda: why_tile_8(),
    "false move": lambda: why_tile_8().false_move,
    "conflict": lambda: why_tile_8().conflicts[0],
    "stopped paths": lambda: library.optimal_paths(TILES[0], max_positions=1),
    "played game": lambda: library.parse_games(PLAYED, source="f")[0],
    "progress": lambda: Progress(work=2, seconds=1.0),
    "stand": lambda: STAND,
    "good tally": lambda: library.GoodTally((3, 2)),
    "setup part": lambda: library.SetupPart("tiles", "tiles", 2, {"fruit": 3}),
    "placed card": lambda: library.NextCard(STAND, CARDS[1:3], unseen=CARDS[3:6]),
    "stand file": lambda: load_stand_file(EXAMPLES / "market_stand.json"),
    "request": lambda: load_request(EXAMPLES / "files/request.json"),
    "stand score": lambda: library.score_stand(EXAMPLES / "market_stand.json"),
    "chatuchak score": lambda: library.score_chatuchak(EXAMPLES / "chatuchak.json"),
    "speed score": lambda: library.score_chatuchak_speed(EXAMPLES / "chatuchak_speed.json"),
    "mercado score": lambda: library.score_mercado(EXAMPLES / "mercado.json"),
    "river market score": lambda: library.score_river_market(EXAMPLES / "river_market.json"),
    "photo reading": lambda: library.read_photo(drawn_table(1, 1, 1)[0]),
    **{f"{entry.name} state": partial(played_on, entry.name) for entry in library.GAMES},
    **{f"{entry.name} session": partial(session, entry.name) for entry in library.GAMES},
    **{f"{entry.name} record": partial(record, entry.name) for entry in library.GAMES},
    **{
        f"{entry.name} report": partial(simulated, entry.name)
        for entry in library.GAMES
        if entry.name in ("chatuchak-speed", "mercado")
    },
}
"""Examples: the exports with valid arguments, and further values."""


def use(value: object) -> None:
    """Read every public attribute and call every public method that needs no argument."""
    for name in dir(type(value)):
        kind = inspect.getattr_static(type(value), name)
        if name.startswith("_") or isinstance(kind, staticmethod | classmethod | _RenamedMember):
            continue
        try:
            found = getattr(value, name)
            if inspect.ismethod(found):
                inspect.signature(found).bind()
                found = found()
                if isinstance(found, Iterator):
                    next(found, None)
        except (TypeError, library.InputError):  # needs arguments, or is not asked here
            continue


def parts(value: object) -> Iterator[object]:
    """Yield a value and the values in it."""
    if isinstance(value, str | int | float | None | Enum | np.ndarray):
        return
    yield value
    inner: list[object] = []
    if dataclasses.is_dataclass(value):
        inner = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, tuple | list):
        inner = list(value[:2])
    for part in inner:
        yield from parts(part)


@cache
def example(name: str) -> Any:
    return VALUES[name]()


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == "report_playtest")) for name in VALUES],
)
def test_values_survive_after_use(name: str) -> None:
    for value in parts(example(name)):
        use(value)
        for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
            assert type(again) is type(value)
            assert again == value
            if is_hashable(value):
                assert hash(again) == hash(value)
        if dataclasses.is_dataclass(value):
            dataclasses.asdict(value)  # type: ignore[arg-type]
    assert " object at 0x" not in repr(example(name)).replace("Profile object", "")


@pytest.mark.parametrize("name", [name for name in VALUES if name != "report_playtest"])
def test_json_forms_are_read_back(name: str) -> None:
    for value in parts(example(name)):
        kind: Any = type(value)
        if not hasattr(kind, "to_dict") or not hasattr(kind, "from_dict"):
            continue
        if kind.__name__ == "ScoreFile":  # reads the score file, writes the result
            continue
        document = json.loads(json.dumps(value.to_dict()))  # type: ignore[attr-defined]
        needs_deck = "deck" in inspect.signature(kind.from_dict).parameters
        again = kind.from_dict(document, *[library.shipped_deck()] * needs_deck)
        assert type(again) is kind
        assert json.loads(json.dumps(again.to_dict())) == document


SUMMARIES: dict[str, tuple[str, type[Answer]]] = {
    "ChatuchakScore": ("chatuchak score", library.ChatuchakScoreAnswer),
    "Comparison": ("compare_grids", library.ComparisonAnswer),
    "FinalScore": ("stand score", library.FinalScoreAnswer),
    "GoodTally": ("good tally", library.GoodTallyAnswer),
    "Playtest": ("report_playtest", library.PlaytestAnswer),
    "SetupPart": ("setup part", library.SetupPartAnswer),
    "SimulationReport": ("mercado report", library.SimulationAnswer),
    "StandPlan": ("plan_stand", library.StandPlanAnswer),
}
"""An example, and the type of the JSON form, of results that are summarized in JSON."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n == "Playtest")) for n in SUMMARIES]
)
def test_summaries_are_read_as_the_type_of_their_json(name: str) -> None:
    value, kind = example(SUMMARIES[name][0]), SUMMARIES[name][1]
    assert type(value) is getattr(library, name)
    document = json.loads(json.dumps(value.to_dict()))
    assert json.loads(json.dumps(kind.from_dict(document).to_dict())) == document


def test_json_forms_have_a_reader_and_values_are_compared_and_shown() -> None:
    kinds = {
        name: kind
        for name, kind in EXPORTS.items()
        if isinstance(kind, type)
        and not issubclass(kind, Exception | Enum)
        and not inspect.isabstract(kind)
        and not getattr(kind, "_is_protocol", False)
    }
    written = {name for name, kind in kinds.items() if hasattr(kind, "to_dict")}
    assert {name for name in written if not hasattr(kinds[name], "from_dict")} == set(SUMMARIES)
    jobs = {"GenerationJob", "RecordSearch", "Run"}
    for name, kind in kinds.items():
        assert name in jobs or kind.__eq__ is not object.__eq__
        assert kind.__repr__ is not object.__repr__


def is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def test_every_public_result_has_an_example() -> None:
    kinds = {
        type(part) for name in VALUES if name != "report_playtest" for part in parts(example(name))
    }
    kinds |= {library.Playtest, library.Box}  # a box is read from files
    hints = [
        typing.get_type_hints(job).get("return")
        for name, job in EXPORTS.items()
        if inspect.isfunction(job)
        and name not in ("game_entry", "read_photo", "read_photos", "state_space")
    ]
    assert {hint for hint in hints if dataclasses.is_dataclass(hint) and hint not in kinds} == set()


def test_forms_and_answers_are_frozen() -> None:
    kinds: list[type[Form]] = [Form]
    for kind in kinds:  # the subclasses of subclasses, too
        kinds += kind.__subclasses__()
    assert {library.SoloRank, chatuchak_generators.Exercise, *ANSWERS["verify"]} <= {*kinds}
    assert [kind for kind in kinds if not kind.__struct_config__.frozen] == []


@dataclasses.dataclass(eq=False)
class Table(ArrayValue):
    name: str
    rows: Any


def test_values_with_arrays_are_equal_by_content() -> None:
    table = Table("a", np.arange(6).reshape(2, 3))
    again = Table("a", np.arange(6).reshape(2, 3))
    assert (table, hash(table)) == (again, hash(again))
    assert table not in (Table("b", again.rows), Table("a", again.rows.reshape(3, 2)), "a")
    assert Table("a", np.array([math.nan])) == Table("a", np.array([math.nan]))
