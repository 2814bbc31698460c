"""WebAssembly modules, compiled and linked."""

import subprocess
import sys
from pathlib import Path

import pytest

from chatuchak_generators.start_grids import generate_start_grids
from tests.programs import require_program
from tests.unit.web.test_module import found
from tests.wasm_module import SOLVER, WasmModule
from tools.kernels.build import build, provenance, stored_provenance

ROOT = Path(__file__).parents[3]

SMALL_MODULE = """
import sys
from tools.kernels.codegen import web_module

def squares(number: int) -> int:
    total = 0
    for value in range(number):
        total += value * value
    return total

sys.stdout.buffer.write(web_module([squares], {}))
"""


def test_a_small_module_is_compiled_and_linked() -> None:
    require_program("wasm-ld")
    completed = subprocess.run(
        [sys.executable, "-c", SMALL_MODULE], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    assert WasmModule(completed.stdout).call("squares", 10) == 285


@pytest.mark.thorough
def test_built_again_it_answers_the_same_and_is_the_same_by_the_same_tools() -> None:
    require_program("wasm-ld")
    built = build(SOLVER)
    grids = [start.grid for start in generate_start_grids(5, seed=6)]
    native = found(grids)
    with WasmModule(built).in_use():
        assert found(grids) == native
    recorded, current = stored_provenance(SOLVER), provenance(SOLVER, built)
    assert recorded is not None
    if all(recorded[name] == current[name] for name in ("tools", "sources_sha256")):
        assert built == SOLVER.path.read_bytes()
