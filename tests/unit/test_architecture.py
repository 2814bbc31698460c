"""Imports point one way, and every module can be read in one sitting."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import networkx

from chatuchak_solver.games.registry import GAMES

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "chatuchak_solver": ROOT / "chatuchak_solver",
    "chatuchak_generators": ROOT / "generators" / "chatuchak_generators",
    "chatuchak_data": ROOT / "data" / "chatuchak_data",
    "chatuchak_cli": ROOT / "cli" / "chatuchak_cli",
    "tools": ROOT / "tools",
}
MOST_LINES = 500

FOUNDATION = "foundation"
FRONT = "front"
LIBRARY = {"puzzle", "search", "analysis", "stand", "games", "photo", "rendering", "adapters"}

MAY_IMPORT: dict[str, set[str]] = {
    FOUNDATION: set(),
    FRONT: {FOUNDATION, "puzzle", "search", "analysis", "stand", "photo"},
    "puzzle": {FOUNDATION},
    "search": {FOUNDATION, "puzzle"},
    "analysis": {FOUNDATION, "puzzle", "search"},
    "stand": {FOUNDATION},
    "games": {FOUNDATION, "puzzle", "stand"},
    "photo": {FOUNDATION, "puzzle", "search"},
    # Rendering knows values, never solvers.
    "rendering": {FOUNDATION, "puzzle", "stand", "games"},
    # Other people's interfaces to all of it.
    "adapters": {FOUNDATION, "puzzle", "search", "analysis", "stand", "games", "rendering"},
    "data": set(),
    "generators": {FOUNDATION, FRONT, *LIBRARY},
    "cli": {FOUNDATION, FRONT, *LIBRARY, "generators"},
    # For maintainers, not in the wheel: creation of the shipped kernels.
    "tools": {FOUNDATION, *LIBRARY, "generators", "cli"},
}
"""Per part of the project, the other parts that it may import."""

EXCEPTIONS: dict[tuple[str, str], str] = {
    ("chatuchak_solver.box", "search"): "the solo ranks are a part of the box",
    ("chatuchak_solver.io.package_data", "data"): "the one door to the shipped files",
    ("chatuchak_solver.games.chatuchak.players", "search"): (
        "a player that judges positions by the solver's own heuristic"
    ),
    ("chatuchak_solver.games.chatuchak_speed.players", "search"): (
        "a player of the speed game that follows the solver's moves"
    ),
    ("chatuchak_solver.io.pictures", "rendering"): (
        "notebooks ask a value for its picture; the one name of what draws them, imported then"
    ),
    ("chatuchak_solver.rendering.boards", "search"): (
        "a solution is a value, though a search returns it"
    ),
}
"""Modules that may import a part against the direction, each with its reason."""

BACK_DOORS = {
    ("chatuchak_solver.io.pictures", "chatuchak_solver.rendering.boards"),
    # A box is checked by setting up its games.
    ("chatuchak_solver.box", "chatuchak_solver.games.registry"),
    *(
        ("chatuchak_solver.games.registry", f"{game.state.__module__.rpartition('.')[0]}.game")
        for game in GAMES
    ),
}
"""Lazy imports that may close a cycle: rendering draws its importers."""


class WithoutTypeChecking(ast.NodeTransformer):
    """Removes code for type checkers."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        return node.orelse if ast.unparse(node.test) == "TYPE_CHECKING" else node


@dataclass(frozen=True)
class Module:
    """One source file."""

    name: str
    path: Path

    @cached_property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The modules of this project that are imported anywhere in the file."""
        return tuple(self.imports())

    def imports(self, *, run_time_only: bool = False) -> Iterator[str]:
        """Yield the modules of this project that are imported anywhere in the file.

        Imports inside functions count too, and modules named in strings, as lazy tables and
        readers of package files do; those under TYPE_CHECKING unless ``run_time_only``.
        """
        package = self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]
        # Remove code for type checkers from a copy of the tree.
        tree = WithoutTypeChecking().visit(ast.parse(self.source)) if run_time_only else self.tree
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if is_ours(alias.name))
            elif isinstance(node, ast.ImportFrom):
                base = package.split(".")[: len(package.split(".")) + 1 - node.level]
                start = ".".join(base) if node.level else ""
                target = ".".join(part for part in (start, node.module) if part)
                if is_ours(target):
                    for alias in node.names:
                        full = f"{target}.{alias.name}"
                        yield full if full in MODULES else target
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                # ``module``, ``module:name``, ``.module:name`` of the same package, or the start
                # of one as in f"package.{name}".
                named = node.value.partition(":")[0].rstrip(".")
                named = package + named if named.startswith(".") else named
                if named in MODULES:
                    yield named


def is_ours(name: str) -> bool:
    return name.split(".")[0] in PACKAGES


def all_modules() -> dict[str, Module]:
    found = {}
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = [package, *path.relative_to(folder).with_suffix("").parts]
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = Module(name, path)
    return found


MODULES = all_modules()


def part_of(name: str) -> str:
    """Return the part of the project that a module belongs to."""
    package, *rest = name.split(".")
    if name == "chatuchak_solver":
        return FRONT
    if name == "chatuchak_solver.box":
        return "games"
    if package != "chatuchak_solver":
        return package.removeprefix("chatuchak_")
    return rest[0] if rest and rest[0] in LIBRARY else FOUNDATION


COMPILER = "chatuchak_solver.kernels"
KERNEL_MODULES = [
    name
    for name in MODULES
    if ".kernels." in name and part_of(name) != "tools" and not name.startswith(COMPILER)
]


def modules_of(part: str) -> list[Module]:
    return [module for name, module in MODULES.items() if part_of(name) == part]


def wrong_imports(module: Module) -> Iterator[str]:
    here = part_of(module.name)
    for target in module.targets:
        there = part_of(target)
        allowed = there == here or there in MAY_IMPORT[here]
        if not allowed and (module.name, there) not in EXCEPTIONS:
            yield f"{module.name} imports {target}: {here} must not know {there}"


def test_every_part_is_known() -> None:
    assert {part_of(name) for name in MODULES} == set(MAY_IMPORT)


def test_the_direction_has_no_circle() -> None:
    # Allowed imports form no cycle.
    def reachable(part: str) -> set[str]:
        direct = MAY_IMPORT[part]
        return direct.union(*(reachable(other) for other in direct))

    for part in MAY_IMPORT:
        assert part not in reachable(part)


def test_imports_point_one_way() -> None:
    assert [line for module in MODULES.values() for line in wrong_imports(module)] == []


def test_every_exception_is_needed_and_has_a_reason() -> None:
    for (name, part), reason in EXCEPTIONS.items():
        assert part in {part_of(target) for target in MODULES[name].targets}
        assert len(reason.split()) > 3


def cycles(graph: Mapping[str, Iterable[str]]) -> set[frozenset[str]]:
    """Return the sets of modules that reach each other by imports."""
    arrows = networkx.DiGraph()
    for name, targets in graph.items():
        arrows.add_edges_from((name, target) for target in targets if target != name)
    return {
        frozenset(each) for each in networkx.strongly_connected_components(arrows) if len(each) > 1
    }


def test_no_module_is_in_a_circle_with_another() -> None:
    # Late imports and those for type checkers, too: a reader of one file reads the whole cycle.
    graph = {
        name: [target for target in module.targets if (name, target) not in BACK_DOORS]
        for name, module in MODULES.items()
    }
    assert [sorted(cycle) for cycle in cycles(graph)] == []


def test_games_are_reached_from_their_registry() -> None:
    # Their names stand there as text: a cycle through the registry would else go unseen.
    seen = set(MODULES["chatuchak_solver.games.registry"].targets)
    found = {name for name in MODULES if re.fullmatch(r"chatuchak_solver\.games\.\w+\.game", name)}
    assert found <= seen
    assert len(found) == len(GAMES)


def of_one_game(name: str) -> bool:
    """Return whether a module is of one game alone, in a package or module of its name."""
    parts = {game.name.replace("-", "_") for game in GAMES}
    return not parts.isdisjoint(name.split("."))


def game_knowledge(module: Module) -> Iterator[str]:
    """Yield the names of games, and the type checks of their states, in a module."""
    names = {game.name for game in GAMES} - {"chatuchak"}  # also the program's name
    states = {game.state.__name__ for game in GAMES}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names:
            yield f"{module.name}:{node.lineno} names {node.value}"
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            checked = {
                name_node.id for name_node in ast.walk(node) if isinstance(name_node, ast.Name)
            }
            if not states.isdisjoint(checked):
                yield f"{module.name}:{node.lineno} checks the type of a state"


def test_games_are_known_by_their_descriptors_alone() -> None:
    extensions = [
        Module(f"docs.{path.stem}", path) for path in (ROOT / "docs" / "extensions").glob("*.py")
    ]
    modules = [*modules_of("cli"), *modules_of("adapters"), *modules_of("rendering"), *extensions]
    readers = [module for module in modules if not of_one_game(module.name)]
    assert len(readers) > 100
    assert [line for module in readers for line in game_knowledge(module)] == []


def test_knowledge_of_games_is_found(tmp_path: Path) -> None:
    path = tmp_path / "shown.py"
    path.write_text('GAMES = ("mercado", "other")\nx = isinstance(state, (int, SpeedState))\n')
    assert len(list(game_knowledge(Module("shown", path)))) == 2


def test_every_back_door_is_still_needed() -> None:
    for name, target in BACK_DOORS:
        assert target in MODULES[name].targets


def test_cycles_are_found() -> None:
    found = cycles({"a": "b", "b": "c", "c": "ba", "d": "e", "e": "d", "f": "af"})
    assert found == {frozenset("abc"), frozenset("de")}


def test_kernels_import_only_kernels() -> None:
    # The digest of compiled kernels covers the sources of kernels and of the compiler: a
    # constant from anywhere else could change unnoticed. The stand needs no search.
    # Names of types compile to no code.
    compilers = ("jit", "bits", "arrays", "numba_internals")
    allowed = {f"{COMPILER}.{each}" for each in compilers}
    for name in KERNEL_MODULES:
        own = name.partition(".kernels.")[0]
        shared = set() if own.endswith(".stand") else {"chatuchak_solver.search"}
        others = set(MODULES[name].imports(run_time_only=True)) - allowed
        assert {other.partition(".kernels.")[0] for other in others} <= {own, *shared}, name


def test_kernels_live_in_their_folders() -> None:
    made = {
        name
        for name, module in MODULES.items()
        if re.search("@kernel\n|@precompiled\\(", module.source)
    }
    assert made
    assert made - set(KERNEL_MODULES) == set()


def test_private_parts_of_numba_are_used_in_one_module() -> None:
    private = re.compile(r"\bnumba\.(?:core|np|typed|_[a-z]\w*)\b")
    users = {name for name, module in MODULES.items() if private.search(module.source)}
    assert users == {"chatuchak_solver.kernels.numba_internals"}


LOADERS = {"load_start_tiles", "load_solo_ranks", "shipped_deck", "tiles_of"}


def test_shipped_data_are_opened_through_the_box() -> None:
    modules = {name: module for name, module in MODULES.items() if part_of(name) != "tools"}
    importing = {
        name
        for name, module in modules.items()
        for node in ast.walk(module.tree)
        if (isinstance(node, ast.Import) and any(a.name == "chatuchak_data" for a in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "chatuchak_data")
    }
    assert importing == {"chatuchak_solver.io.package_data"}
    loading = {
        name
        for name, module in modules.items()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LOADERS
        and not node.args
    }
    # Without a box, stand files use the shipped deck.
    assert loading == {"chatuchak_solver.box", "chatuchak_solver.stand.deck"}


def dataclasses_without(option: str) -> set[str]:
    """Return the dataclasses without an option."""
    return {
        f"{name}.{node.name}"
        for name, module in MODULES.items()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for how in map(ast.unparse, node.decorator_list)
        if re.match(r"dataclass\b", how) and option not in how
    }


def test_dataclasses_are_frozen_except_for_accumulators() -> None:
    assert dataclasses_without("frozen=True") == {
        "chatuchak_solver.games.simulate.Tally",
        "chatuchak_solver.games.tree_search._Choice",
        "chatuchak_solver.games.tree_search._Node",
        "chatuchak_solver.stand.next_card.NextCard",
        "chatuchak_cli.play.player.PuzzlePlayer",
        "chatuchak_cli.web.games.rooms.Room",
    }


def test_dataclasses_have_slots_except_for_cached_properties() -> None:
    games = "chatuchak_solver.games"
    assert dataclasses_without("slots=True") == {
        "chatuchak_solver.box.Box",
        "chatuchak_solver.stand.next_card.NextCard",
        f"{games}.chatuchak.markers.Marker",
        f"{games}.chatuchak.state.ChatuchakState",
        f"{games}.chatuchak_speed.state.SpeedState",
        f"{games}.mercado.market.MercadoSetup",
        f"{games}.mercado.state.MercadoState",
        f"{games}.river_market.setup.River",
        f"{games}.river_market.state.RiverMarketState",
        f"{games}.market_stand.state.MarketStandState",
        "chatuchak_cli.play.player.PuzzlePlayer",
    }


def test_every_module_is_short() -> None:
    lengths = {name: len(module.source.splitlines()) for name, module in MODULES.items()}
    assert {name: length for name, length in lengths.items() if length >= MOST_LINES} == {}


def test_wrong_imports_are_found_wherever_they_are(tmp_path: Path) -> None:
    path = tmp_path / "grid.py"
    path.write_text(
        "from typing import TYPE_CHECKING\n"
        "import chatuchak_cli.main\n"
        "from chatuchak_solver import search\n"
        "from ..stand.card import Card\n"
        "from .board import Board\n"
        "if TYPE_CHECKING:\n"
        "    from chatuchak_solver.games import contract\n"
        "def late():\n"
        "    from chatuchak_generators.start_grids import bulk_start_grids\n"
        "    import_module('chatuchak_solver.analysis')\n"
        "    import json\n"
        "LAZY = {'market': 'chatuchak_solver.rendering.svg:draw', 'data': 'chatuchak_data'}\n"
        "COMMAND = f'chatuchak_cli.games.{Board}.group'\n"
    )
    found = list(wrong_imports(Module("chatuchak_solver.puzzle.grid", path)))
    assert sorted(line.split(": ")[1].split()[-1] for line in found) == [
        "analysis", "cli", "cli", "data", "games", "generators", "rendering", "search", "stand",
    ]  # fmt: skip
