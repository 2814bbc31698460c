"""The shipped WebAssembly module is the one of these sources."""

from __future__ import annotations

import ast
import hashlib
import json

import pytest

from chatuchak_cli.web.module import sources
from chatuchak_cli.web.module.build import COMMAND, MODULE, PROVENANCE
from chatuchak_cli.web.module.sources import compiled_sources, source_stamp

KEPT = json.loads(PROVENANCE.read_text(encoding="utf-8"))


def test_the_module_was_built_from_the_kernels_as_they_are() -> None:
    assert source_stamp() == KEPT["sources"], (
        f"the kernels have changed since the page's module was built; run `{COMMAND}`"
    )


def test_the_module_is_the_one_that_was_built() -> None:
    assert hashlib.sha256(MODULE.read_bytes()).hexdigest() == KEPT["sha256"]


def test_what_the_exports_lead_to_is_in_the_stamp_and_nothing_else() -> None:
    found = compiled_sources()
    search = "chatuchak_solver.search"
    for module, name in (
        (f"{search}.kernels.goal_driver", "search_grids"),
        (f"{search}.kernels.goal_enumeration", "next_goal"),  # called by what is exported
        (f"{search}.kernels.goal_layout", "MAX_LENGTH"),  # layout.MAX_LENGTH
        (f"{search}.kernels.goal_layout", "Tables"),
        (f"{search}.regions", "fillable_sizes"),
        ("chatuchak_solver.analysis.simulated_player", "Player"),  # REFERENCE_PLAYER.width
        ("chatuchak_solver.bits", "popcount"),
    ):
        assert (module, name) in found
    assert (f"{search}.regions", "region_table") not in found
    assert not any(module.endswith("a_star") for module, _ in found)


def test_words_about_a_definition_do_not_count() -> None:
    def bare(text: str) -> str:
        tree = ast.parse(text)
        return ast.unparse(sources.WithoutWords().visit(tree))

    plain = bare("def f(a, b):\n    c = a\n    return c + b\n")
    told = bare(
        'def f(a: int, b: "X") -> int:\n    """Add."""\n    # so\n    c = a\n    return c + b'
    )
    assert plain == told
    assert plain != bare("def f(a, b):\n    c = a\n    return c - b\n")
    fields = bare("class T:\n    masks: Any\n    starts: Any\n")
    assert fields == bare('class T:\n    """Tables."""\n\n    masks: Int64s\n    starts: Int64s\n')
    assert fields != bare("class T:\n    starts: Any\n    masks: Any\n")


@pytest.mark.parametrize("part", sources.PARTS)
def test_every_part_of_the_builder_is_there(part: str) -> None:
    assert PROVENANCE.with_name(part).exists()
