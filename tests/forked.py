"""Python code and the program in forks of a process with preloaded imports.

Starting Python and importing a command's modules takes several times as long as most commands. Each
run has its own working directory, environment, arguments and standard streams, and a normal end of
process. Tests of Python's startup need a new process instead.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROGRAM = """
import pkgutil
from importlib import import_module
for folder in ("games", "grids", "puzzle", "render", "shared", "stand"):
    package = import_module(f"chatuchak_cli.{folder}")
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(found.name)
"""
"""Imports of most commands."""

RUN_PROGRAM = "import runpy; runpy.run_module('chatuchak_cli', run_name='__main__', alter_sys=True)"

FORK = """
import gc, json, os, signal, sys
gc.freeze()
# Sources change within the second by which Python knows bytecode as theirs.
sys.dont_write_bytecode = True
for line in sys.stdin:
    code, arguments, folder, environment, timeout_s, files = json.loads(line)
    child = os.fork()
    if not child:
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        sys.path.insert(0, folder)
        sys.argv[1:] = arguments
        for stream, file in enumerate(files):
            flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC if stream else os.O_RDONLY
            os.dup2(os.open(file, flags), stream)
        exec(code, {"__name__": "__main__"})
        break
    late = []
    signal.signal(signal.SIGALRM, lambda *_: (late.append(child), os.kill(child, signal.SIGKILL)))
    signal.alarm(timeout_s)
    _, status, usage = os.wait4(child, 0)
    signal.alarm(0)
    seconds = usage.ru_utime + usage.ru_stime
    code = os.waitstatus_to_exitcode(status)
    print(json.dumps([code, usage.ru_maxrss, seconds, bool(late)]), flush=True)
"""
"""Run a fork for each line of input, and print its outcome."""


@dataclass(frozen=True)
class Ended:
    """Outcome of a process.

    Attributes
    ----------
    code
        The exit code, or the negative number of a signal.
    out, err
        The output.
    peak_bytes
        The peak of memory, including pages shared with the parent.
    seconds
        Processor time.
    """

    code: int
    out: bytes
    err: bytes
    peak_bytes: int
    seconds: float


@cache
def parent(imports: str) -> subprocess.Popen[str]:
    """Start the process to fork from, once; it ends with this one."""
    environment = {name: value for name, value in os.environ.items() if name[:6] != "NUMBA_"}
    process = subprocess.Popen(
        (sys.executable, "-c", f"{imports}\n{FORK}"),
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.communicate)
    return process


def run_forked(
    arguments: Sequence[str | bytes | os.PathLike[str]] = (),
    code: str = RUN_PROGRAM,
    *,
    imports: str = PROGRAM,
    folder: Path,
    environment: Mapping[str, str] = os.environ,
    stdin: Path = Path(os.devnull),
    timeout_s: int = 300,
) -> Ended:
    """Run code, by default the program, in a fork with preloaded imports.

    Parameters
    ----------
    arguments
        The program's arguments.
    imports
        Code run once in the parent.
    environment
        Variables, without those that numba reads at import.

    Raises
    ------
    subprocess.TimeoutExpired
        If the process exceeded the time limit.
    """
    process = parent(imports)
    assert process.stdin is not None
    assert process.stdout is not None
    with tempfile.TemporaryDirectory() as streams:
        out, err = Path(streams, "out"), Path(streams, "err")
        words = [os.fsdecode(argument) for argument in arguments]
        files = [str(stdin), str(out), str(err)]
        task = [code, words, str(folder), dict(environment), timeout_s, files]
        print(json.dumps(task), file=process.stdin, flush=True)
        ended, peak, seconds, is_late = json.loads(process.stdout.readline())
        if is_late:
            raise subprocess.TimeoutExpired(words, timeout_s)
        unit = 1 if sys.platform == "darwin" else 1024
        return Ended(ended, out.read_bytes(), err.read_bytes(), peak * unit, seconds)
