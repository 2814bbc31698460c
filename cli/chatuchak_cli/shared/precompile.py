"""Makes the shipped intermediate code anew: ``make kernels``.

numba turns the kernels into LLVM's intermediate code. Without what belongs to Python, as one module
with a plain way in for each kernel, and simplified for any machine, it is kept beside this file.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from chatuchak_solver.precompiled.entry import FAILED, Entry
from chatuchak_solver.precompiled.machine_code import FOLDER, PROVENANCE, hash_sources
from chatuchak_solver.precompiled.words import Argument, flatten
from chatuchak_solver.puzzle.board import Board
from chatuchak_solver.search import goal_directed, regions
from chatuchak_solver.search.masks import mask_type

__all__ = ["FILES", "SOURCES", "build", "provenance"]

SOURCES: Final[Mapping[str, tuple[str, ...]]] = {
    "goal": (
        "bits.py",
        "search/kernels/goal_bounds.py",
        "search/kernels/goal_driver.py",
        "search/kernels/goal_layout.py",
        "search/kernels/goal_search.py",
        "search/kernels/set_cost.py",
    ),
    "regions": ("bits.py", "search/kernels/regions.py"),
}
"""What the files are made of, by the first word of their names; named from the package on."""
FILES: Final = ("goal_narrow", "goal_wide", "regions")

COMPILE: Final = """
import sys
from chatuchak_cli.shared.precompile import compiled
sys.stdout.buffer.write(compiled(sys.argv[1]))
"""
PICKLED_ERROR: Final = r"store ptr @\.const\.picklebuf\.\w+(\.\d+)*,"


def _examples(file: str) -> list[tuple[Entry, tuple[Argument, ...]]]:
    """Return the kernels of a file, each with arguments of the types that it is compiled for."""
    if file == "regions":
        some = np.zeros(1, np.uint64)
        return [
            (regions.GROW, (some, some, 0, 0, 0, 0)),
            (regions.KEEP, (some, some, 0, 0, 0, 0, 0)),
        ]
    board = Board(3, 3) if file == "goal_narrow" else Board(6, 6)
    counts = (board.spots - 1) // 4
    shape = goal_directed.shape_of(board, (counts,) * 4, mask_type(board))
    work = shape.take_room().flat_work
    return [(shape.entry, (*(one.value for one in shape.arguments(work)), 0))]


def _leave_out_wrapping() -> None:
    """Let numba take every index as it is.

    It would ask of each whether it counts from the end, which takes a tenth of a search's time; in
    these kernels none does, which a test holds.
    """
    from numba.core import types
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        del size
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = as_it_is


def _intermediate_code(entry: Entry, arguments: tuple[Argument, ...]) -> str:
    """Return numba's code of a kernel and all that it calls; ``NUMBA_OPT`` has to be 0."""
    from numba import njit, typeof

    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
    kernel: Any = entry.kernel()
    compiled = njit(nogil=True, **options)(kernel.py_func)
    kinds = tuple(typeof(argument) for argument in arguments)
    compiled.compile(kinds)
    text: str = compiled.inspect_llvm(kinds)
    text = re.sub(r"^target triple = .*$", "", text, flags=re.M)
    return re.sub(PICKLED_ERROR, "store ptr null,", text)  # nobody reads the words of errors


def _way_in(name: str, kernel: Any) -> str:
    """Return code of a function that takes the address of the kernel's arguments in words."""
    kinds = [str(argument.type) for argument in kernel.arguments]
    loads = [
        f"  %p{place} = getelementptr i64, ptr %words, i64 {place}\n"
        f"  %v{place} = load {kind}, ptr %p{place}"
        for place, kind in enumerate(kinds[2:])
    ]
    passed = ", ".join(f"{kind} %v{place}" for place, kind in enumerate(kinds[2:]))
    return f"""
declare i32 @"{kernel.name}"({", ".join(kinds)})
define i64 @{name}(ptr %words) {{
  %value = alloca i64
  %error = alloca ptr
{chr(10).join(loads)}
  %status = call i32 @"{kernel.name}"(ptr %value, ptr %error, {passed})
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %bad
bad:
  ret i64 {FAILED}
done:
  %result = load i64, ptr %value
  ret i64 %result
}}
"""


def compiled(file: str) -> bytes:
    """Return a file's intermediate code, packed; see `build`."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    _leave_out_wrapping()
    module = None
    names = set()
    for entry, arguments in _examples(file):
        part = llvm.parse_assembly(_intermediate_code(entry, arguments))
        (kernel,) = (
            function
            for function in part.functions
            if not function.is_declaration and function.linkage == llvm.Linkage.external
        )
        way_in = f'target datalayout = "{part.data_layout}"\n{_way_in(entry.name, kernel)}'
        part.link_in(llvm.parse_assembly(way_in))
        if module is None:
            module = part
        else:
            module.link_in(part)
        names.add(entry.name)
    assert module is not None
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name not in names:
            thing.linkage = "internal"
    module.verify()
    target = llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=2)
    # What knows the machine (vectors, unrolled loops) is left to the machine that it runs on.
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    missing = [one.name for one in module.functions if one.is_declaration]
    assert all(name.startswith("llvm.") for name in missing), missing
    return lzma.compress(str(module).encode(), preset=9)


def build(file: str) -> bytes:
    """Return a shipped file, built anew; about 20 s.

    In a process of its own: numba gives code that knows no machine only when told so before it is
    imported, and no code at all of kernels that it finds compiled.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", COMPILE, file]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def provenance(file: str, content: bytes) -> dict[str, Any]:
    """Return what says how a file, built here and now, was built."""
    sources = SOURCES[file.partition("_")[0]]
    return {
        "sources": sources,
        "sources_sha256": hash_sources(sources),
        "sha256": hashlib.sha256(content).hexdigest(),
        "signatures": {
            entry.name: "".join(flatten(argument).kind for argument in arguments)
            for entry, arguments in _examples(file)
        },
        "tools": {
            "python": ".".join(platform.python_version_tuple()[:2]),
            "numba": version("numba"),
            "llvmlite": version("llvmlite"),
        },
    }


def main() -> None:
    """Build all files of this source tree, and what says how."""
    made = {file: build(file) for file in FILES}
    told = {file: provenance(file, content) for file, content in made.items()}
    for file, content in made.items():
        FOLDER.joinpath(f"{file}.ll.xz").write_bytes(content)
        sys.stdout.write(f"{file}: {len(content):,} bytes\n")
    PROVENANCE.write_text(f"{json.dumps(told, indent=2)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
