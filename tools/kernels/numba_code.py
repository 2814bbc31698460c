"""Extraction of LLVM intermediate code from numba, without its Python parts.

numba compiles a kernel and its callees to a function that takes pointers for its value and its
error, then the arguments, and returns a status. Entry points wrap it for callers outside Python.
The code is machine-independent if ``NUMBA_OPT`` was 0 when numba was imported.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm

EntryPoint = Callable[[str, llvm.ValueRef], str]
"""Generator of an entry point: takes its name and numba's function."""

PYTHON_WRAPPERS: Final = ("_ZN7cpython", "cfunc.")
PICKLED_ERROR: Final = r"store ptr @\.const\.picklebuf\.\w+(\.\d+)*,"
ATOMIC_COUNT: Final = r"(%\S+) = atomicrmw (add|sub) ptr (%\S+), i64 1 monotonic"
PLAIN_COUNT: Final = r"\1 = load i64, ptr \3\n  %.new = \2 i64 \1, 1\n  store i64 %.new, ptr \3"


def linked(
    codes: Mapping[str, str],
    entry_point: EntryPoint,
    *,
    layout: str,
    triple: str = "",
    runtime: Path | None,
) -> llvm.ModuleRef:
    """Return one module of kernels, their entry points and their callees.

    Parameters
    ----------
    codes
        The output of numba's ``inspect_llvm`` for each kernel, by the names of the entry points.
    entry_point
        Generates an entry point.
    layout, triple
        The target's data layout and triple; no triple for machine-independent code.
    runtime
        A file of intermediate code that replaces numba's runtime, or None.
    """
    head = f'target datalayout = "{layout}"\n'
    head += f'target triple = "{triple}"\n' if triple else ""
    module = llvm.parse_assembly(head)
    exported = set(codes)
    if runtime is not None:
        own = llvm.parse_assembly(head + runtime.read_text(encoding="utf-8"))
        defined = (f.name for f in own.functions if not f.is_declaration)
        exported |= {name for name in defined if not name.startswith("NRT_")}
    for name, code in codes.items():
        part = llvm.parse_assembly(head + _for_any_machine(code))
        part.link_in(llvm.parse_assembly(head + entry_point(name, _kernel_of(part))))
        module.link_in(part)
    if runtime is not None:
        module.link_in(own)
    for symbol in [*module.functions, *module.global_variables]:
        if not symbol.is_declaration and symbol.name not in exported:
            symbol.linkage = "internal"
    module.verify()
    return module


def _for_any_machine(code: str) -> str:
    """Remove the target, error messages, and atomicity of reference counts.

    Arrays created by a kernel belong to its calling thread.
    """
    code = re.sub(r"^target (triple|datalayout) = .*$", "", code, flags=re.M)
    code = re.sub(ATOMIC_COUNT, PLAIN_COUNT, code)
    return re.sub(PICKLED_ERROR, "store ptr null,", code)


def _kernel_of(part: llvm.ModuleRef) -> llvm.ValueRef:
    """Return numba's function of a kernel, and make its Python wrappers internal."""
    kernel = None
    for function in part.functions:
        if function.is_declaration:
            continue
        if function.name.startswith(PYTHON_WRAPPERS):
            function.linkage = "internal"
        elif function.linkage == llvm.Linkage.external:
            kernel = function
    assert kernel is not None, "numba had it compiled already, and so gave no code"
    return kernel


def simplify(
    module: llvm.ModuleRef,
    machine: llvm.TargetMachine,
    options: llvm.PipelineTuningOptions,
    may_call: Iterable[str] = (),
) -> None:
    """Run LLVM's passes and numba's pruning of reference counts.

    Parameters
    ----------
    may_call
        External functions available at run time.
    """
    builder: Any = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)
    declared = {function.name for function in module.functions if function.is_declaration}
    missing = sorted(name for name in declared - {*may_call} if not name.startswith("llvm."))
    assert not missing, f"the kernels call what the runtime lacks: {', '.join(missing)}"
