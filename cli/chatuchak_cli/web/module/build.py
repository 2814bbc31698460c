"""Builds the module, and keeps what it was built from beside it."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from chatuchak_cli.web.module.sources import source_stamp

__all__ = ["COMMAND", "MODULE", "PROVENANCE", "build", "provenance"]

MODULE: Final = Path(__file__).parents[1] / "static" / "solver" / "solver.wasm"
PROVENANCE: Final = Path(__file__).with_name("provenance.json")
COMMAND: Final = "make module"
"""What builds both anew."""

COMPILE: Final = """
import sys
from chatuchak_cli.web.module.compiler import module_bytes
from chatuchak_cli.web.module.exports import EXPORTS
sys.stdout.buffer.write(module_bytes(EXPORTS))
"""


def build() -> bytes:
    """Return the module, built anew; about half a minute.

    In a process of its own: numba gives code that knows no machine only when told so before it is
    imported, and no code at all of kernels that it finds compiled.

    Raises
    ------
    subprocess.CalledProcessError
        If it fails, as without a linker; the process has said why.
    """
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_OPT": "0", "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", COMPILE]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def tools() -> dict[str, str]:
    """Return the versions of all that shapes the module's bytes."""
    from chatuchak_cli.web.module.compiler import linker_command

    linker = [*(linker_command() or ["echo", "none"]), "--version"]
    said = subprocess.run(linker, stdout=subprocess.PIPE, check=True, text=True).stdout
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numba": version("numba"),
        "llvmlite": version("llvmlite"),
        "linker": said.strip(),
    }


def provenance(module: bytes) -> dict[str, Any]:
    """Return what says how a module, built here and now, was built."""
    return {
        "command": COMMAND,
        "sources": source_stamp(),
        "sha256": hashlib.sha256(module).hexdigest(),
        "tools": tools(),
    }


def main() -> None:
    """Build the module of this source tree and its provenance."""
    module = build()
    MODULE.write_bytes(module)
    PROVENANCE.write_text(json.dumps(provenance(module), indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"{MODULE.name}: {len(module):,} bytes\n")


if __name__ == "__main__":
    main()
