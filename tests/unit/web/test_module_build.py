"""The page's WebAssembly module, built again with a linker."""

from __future__ import annotations

from chatuchak_generators.start_grids import generate_start_grids
from tests.programs import require_program
from tests.wasm_module import WasmModule, native
from tools.kernels.build import PAGE, build, provenance, stored_provenance

SOLVER = PAGE[0]


def test_built_again_it_answers_the_same_and_is_the_same_by_the_same_tools() -> None:
    require_program("wasm-ld")
    made = build(SOLVER)
    again = WasmModule(made)
    for start in generate_start_grids(5, seed=6):
        assert again.solve(start.grid) == native(start.grid)
    told, now = stored_provenance(SOLVER), provenance(SOLVER, made)
    assert told is not None
    if all(told[name] == now[name] for name in ("tools", "sources_sha256")):
        assert made == SOLVER.path.read_bytes()
