"""Python code and the program in forks of a process with preloaded imports.

Starting Python and importing a command's modules takes several times as long as most commands. Each
run has its own working directory, environment, arguments and standard streams, and a normal end of
process. Tests of Python's startup need a new process instead.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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
import fcntl, gc, json, os, signal, sys, termios
gc.freeze()
# Sources change within the second by which Python knows bytecode as theirs.
sys.dont_write_bytecode = True
for line in sys.stdin:
    code, arguments, folder, environment, timeout_s, files, terminal = json.loads(line)
    if not code:
        ended, status = os.waitpid(arguments, os.WNOHANG)
        print(json.dumps(os.waitstatus_to_exitcode(status) if ended else None), flush=True)
        continue
    opened = [
        os.open(file, os.O_NOCTTY | (os.O_RDWR | os.O_CREAT | os.O_TRUNC if n else os.O_RDONLY))
        for n, file in enumerate(files)
    ]
    child = os.fork()
    if not child:
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        sys.path.insert(0, folder)
        sys.argv[1:] = arguments
        if terminal:
            os.setsid()
        for stream, descriptor in enumerate(opened):
            os.dup2(descriptor, stream)
        if terminal:
            sys.stdin, sys.stdout, sys.stderr = (
                open(stream, mode, encoding="utf-8") for stream, mode in enumerate("rww")
            )
        if terminal == "controlling":
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        exec(code, {"__name__": "__main__"})
        break
    for descriptor in opened:
        os.close(descriptor)
    if terminal:
        print(child, flush=True)
        continue
    late = []
    signal.signal(signal.SIGALRM, lambda *_: (late.append(child), os.kill(child, signal.SIGKILL)))
    signal.alarm(timeout_s)
    _, status, usage = os.wait4(child, 0)
    signal.alarm(0)
    seconds = usage.ru_utime + usage.ru_stime
    code = os.waitstatus_to_exitcode(status)
    print(json.dumps([code, usage.ru_maxrss, seconds, bool(late)]), flush=True)
"""
"""Run a fork for each line of input, and print its outcome, or its number if it has a terminal."""


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


def answer(process: subprocess.Popen[str], task: Sequence[object]) -> Any:
    """Send a task to the process to fork from; return its answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(json.dumps(task), file=process.stdin, flush=True)
    return json.loads(process.stdout.readline())


def run_python(
    *arguments: object, folder: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process, with environment variables in addition to the inherited ones."""
    return subprocess.run(
        (sys.executable, *map(str, arguments)), cwd=folder, env={**os.environ, **variables},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


class TerminalProcess:
    """The program in a fork with a terminal: the part of `subprocess.Popen` that tests use."""

    def __init__(
        self, arguments: Sequence[object], terminal: str, *, is_controlling: bool, folder: Path,
        environment: Mapping[str, str],
    ) -> None:  # fmt: skip
        self._parent = parent(PROGRAM)
        self._code: int | None = None
        kind = "controlling" if is_controlling else "terminal"
        words = [str(argument) for argument in arguments]
        task = [RUN_PROGRAM, words, str(folder), dict(environment), 0, [terminal] * 3, kind]
        self.pid: int = answer(self._parent, task)

    def poll(self) -> int | None:
        if self._code is None:
            self._code = answer(self._parent, ["", self.pid, "", {}, 0, [], ""])
        return self._code

    def wait(self, timeout: float = 120) -> int:
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("chatuchak", timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


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
    with tempfile.TemporaryDirectory() as streams:
        out, err = Path(streams, "out"), Path(streams, "err")
        words = [os.fsdecode(argument) for argument in arguments]
        files = [str(stdin), str(out), str(err)]
        task = [code, words, str(folder), dict(environment), timeout_s, files, ""]
        ended, peak, seconds, is_late = answer(process, task)
        if is_late:
            raise subprocess.TimeoutExpired(words, timeout_s)
        unit = 1 if sys.platform == "darwin" else 1024
        return Ended(ended, out.read_bytes(), err.read_bytes(), peak * unit, seconds)
