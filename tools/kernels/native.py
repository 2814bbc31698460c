"""Intermediate code for any machine, as `chatuchak_solver.kernels.precompiled` reads it.

Each kernel has a way in that takes its arguments as words, which are the same on all machines.
"""

import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, njit, types

from chatuchak_solver.kernels.numba_internals import FOR_KERNELS_ALONE, take_indices_as_they_are
from chatuchak_solver.kernels.precompiled.machine_code import MEMORY
from chatuchak_solver.kernels.precompiled.shipped_kernel import FAILED, ShippedKernel
from chatuchak_solver.kernels.precompiled.words import Named, Signature
from tools.kernels.numba_code import linked, simplify

RUNTIME: Final = Path(__file__).with_name("native.ll")


def packed_code(
    kernels: Sequence[ShippedKernel], *, makes_arrays: bool = False, wraps_indices: bool = True
) -> bytes:
    """Return the intermediate code of some kernels, packed; takes some 20 s.

    In a process of its own, with ``NUMBA_OPT=0`` and an empty ``NUMBA_CACHE_DIR``: numba gives code
    that knows no machine only when told so before it is imported, and no code at all of kernels
    that it finds compiled.

    Parameters
    ----------
    makes_arrays
        Whether the kernels make arrays.
    wraps_indices
        Whether an index below 0 may count from the end of an array, as in numba's own code.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    if not wraps_indices:
        take_indices_as_they_are()
    target = llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=2)
    codes = {one.name: _numba_code(one, makes_arrays=makes_arrays) for one in kernels}
    runtime = RUNTIME if makes_arrays else None
    module = linked(codes, _way_in, layout=str(target.target_data), runtime=runtime)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    # Vectors and unrolled loops are left to the machine at hand.
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    simplify(module, target, options, MEMORY)
    return lzma.compress(str(module).encode(), preset=9)


def _numba_code(shipped: ShippedKernel, *, makes_arrays: bool) -> str:
    """Return numba's code of a kernel and all that it calls."""
    kernel: Any = shipped.kernel()
    options = {**FOR_KERNELS_ALONE, "_nrt": makes_arrays}
    compiled = njit(nogil=True, **options)(kernel.py_func)
    kinds = tuple(numba_types(shipped.signature))
    compiled.compile(kinds)
    code: str = compiled.inspect_llvm(kinds)
    return code


def numba_types(signature: tuple[Signature, ...]) -> list[types.Type]:
    """Return numba's types of the arguments of a signature."""
    found: list[types.Type] = []
    for one in signature:
        if isinstance(one, Named):
            found.append(types.NamedTuple(numba_types(one.parts), one.of))
        elif isinstance(one, np.dtype):
            found.append(from_dtype(one))
        else:
            for kind in one.split():
                items, _, dimensions = kind.rstrip("]").partition("[")
                item = from_dtype(np.dtype(items))
                found.append(types.Array(item, int(dimensions), "C") if dimensions else item)
    return found


def _way_in(name: str, kernel: llvm.ValueRef) -> str:
    """Return code of a function that takes the address of the kernel's arguments in words.

    It returns what the kernel does, an integer or whether. The kernel is not made a part of it,
    which would cost the depth-first search, of many arguments, a tenth of its time.
    """
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
  store i64 0, ptr %value
  %error = alloca ptr
{chr(10).join(loads)}
  %status = call i32 @"{kernel.name}"(ptr %value, ptr %error, {passed}) noinline
  %good = icmp eq i32 %status, 0
  br i1 %good, label %done, label %bad
bad:
  ret i64 {FAILED}
done:
  %result = load i64, ptr %value
  ret i64 %result
}}
"""
