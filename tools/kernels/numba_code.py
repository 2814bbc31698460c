"""LLVM's intermediate code of kernels, from numba, without what belongs to Python.

numba gives one function for a kernel, with all that it calls. It gets where to put its value and
its error, then its arguments, and returns a status; a way in is what callers outside Python see of
it. Nothing in it knows a machine if ``NUMBA_OPT`` was 0 before numba was imported.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm

WayIn = Callable[[str, llvm.ValueRef], str]
"""Code of a function of a name, which calls numba's."""

PYTHON_WRAPPERS: Final = ("_ZN7cpython", "cfunc.")
PICKLED_ERROR: Final = r"store ptr @\.const\.picklebuf\.\w+(\.\d+)*,"
ATOMIC_COUNT: Final = r"(%\S+) = atomicrmw (add|sub) ptr (%\S+), i64 1 monotonic"
PLAIN_COUNT: Final = r"\1 = load i64, ptr \3\n  %.new = \2 i64 \1, 1\n  store i64 %.new, ptr \3"


def linked(
    codes: Mapping[str, str], way_in: WayIn, *, layout: str, triple: str = "", runtime: Path | None
) -> llvm.ModuleRef:
    """Return one module of kernels, the ways into them, and what they call.

    Parameters
    ----------
    codes
        What numba's ``inspect_llvm`` gives of each kernel, by the names of the ways in.
    way_in
        Writes them.
    layout, triple
        The target's; no triple for code that is for no machine yet.
    runtime
        A file of intermediate code with what numba's own runtime has; None without.
    """
    head = f'target datalayout = "{layout}"\n'
    head += f'target triple = "{triple}"\n' if triple else ""
    module = llvm.parse_assembly(head)
    kept = set(codes)
    if runtime is not None:
        own = llvm.parse_assembly(head + runtime.read_text(encoding="utf-8"))
        defined = (one.name for one in own.functions if not one.is_declaration)
        kept |= {name for name in defined if not name.startswith("NRT_")}
    for name, code in codes.items():
        part = llvm.parse_assembly(head + _for_any_machine(code))
        part.link_in(llvm.parse_assembly(head + way_in(name, _kernel_of(part))))
        module.link_in(part)
    if runtime is not None:
        module.link_in(own)
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name not in kept:
            thing.linkage = "internal"
    module.verify()
    return module


def _for_any_machine(code: str) -> str:
    """Return numba's code without a target, the words of errors, and atomic counts of references.

    What a kernel makes belongs to the thread that calls it.
    """
    code = re.sub(r"^target (triple|datalayout) = .*$", "", code, flags=re.M)
    code = re.sub(ATOMIC_COUNT, PLAIN_COUNT, code)
    return re.sub(PICKLED_ERROR, "store ptr null,", code)


def _kernel_of(part: llvm.ModuleRef) -> llvm.ValueRef:
    """Return the function that numba's code is of, and hide its ways for Python."""
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
    """Run LLVM's passes, and those that drop numba's counting of references.

    Parameters
    ----------
    may_call
        What is to be there where the code is used.
    """
    builder: Any = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)
    declared = {function.name for function in module.functions if function.is_declaration}
    missing = sorted(name for name in declared - {*may_call} if not name.startswith("llvm."))
    assert not missing, f"the kernels call what the runtime lacks: {', '.join(missing)}"
