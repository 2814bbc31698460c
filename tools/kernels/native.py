"""Machine-independent intermediate code for `chatuchak_solver.kernels.precompiled`.

Each kernel has an entry point that takes its arguments packed as words.
"""

import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, njit, types

from chatuchak_solver.kernels.numba_internals import KERNEL_ONLY, disable_negative_indices
from chatuchak_solver.kernels.precompiled.machine_code import MEMORY
from chatuchak_solver.kernels.precompiled.shipped_kernel import FAILED, PrecompiledKernel
from chatuchak_solver.kernels.precompiled.words import Named, Signature
from tools.kernels.numba_code import linked, simplify

RUNTIME: Final = Path(__file__).with_name("native.ll")


def packed_code(
    kernels: Sequence[PrecompiledKernel], *, makes_arrays: bool = False, wraps_indices: bool = True
) -> bytes:
    """Return the compressed intermediate code of some kernels; takes about 20 s.

    Requires a separate process with ``NUMBA_OPT=0`` and an empty ``NUMBA_CACHE_DIR``: numba reads
    the option at import, and returns no intermediate code for cached kernels.

    Parameters
    ----------
    makes_arrays
        Whether the kernels create arrays.
    wraps_indices
        Whether negative indices count from the end of an array, as in numba.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    if not wraps_indices:
        disable_negative_indices()
    target = llvm.Target.from_default_triple().create_target_machine(cpu="", features="", opt=2)
    codes = {k.name: _numba_code(k, makes_arrays=makes_arrays) for k in kernels}
    runtime = RUNTIME if makes_arrays else None
    module = linked(codes, _entry_point, layout=str(target.target_data), runtime=runtime)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    # Vectorization and unrolling depend on the user's machine.
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    simplify(module, target, options, MEMORY)
    return lzma.compress(str(module).encode(), preset=9)


def _numba_code(shipped: PrecompiledKernel, *, makes_arrays: bool) -> str:
    kernel: Any = shipped.kernel()
    options = {**KERNEL_ONLY, "_nrt": makes_arrays}
    compiled = njit(nogil=True, **options)(kernel.py_func)
    kinds = tuple(numba_types(shipped.signature))
    compiled.compile(kinds)
    code: str = compiled.inspect_llvm(kinds)
    return code


def numba_types(signature: tuple[Signature, ...]) -> list[types.Type]:
    """Return numba's types of a signature."""
    found: list[types.Type] = []
    for part in signature:
        if isinstance(part, Named):
            found.append(types.NamedTuple(numba_types(part.parts), part.of))
        elif isinstance(part, np.dtype):
            found.append(from_dtype(part))
        else:
            for kind in part.split():
                items, _, dimensions = kind.rstrip("]").partition("[")
                item = from_dtype(np.dtype(items))
                found.append(types.Array(item, int(dimensions), "C") if dimensions else item)
    return found


def _entry_point(name: str, kernel: llvm.ValueRef) -> str:
    """Return the code of an entry point, which takes the address of the packed arguments.

    Returns the kernel's integer or boolean. The kernel is not inlined, which would slow the
    depth-first search down by a tenth.
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
