"""Exit codes, and what each tells the shell."""

from __future__ import annotations

from enum import IntEnum

from chatuchak_solver.run import StopReason


class ExitCode(IntEnum):
    """What a command's exit code says."""

    DONE = 0
    """The answer is whole."""
    NEGATIVE = 1
    """The answer is no: a wrong solution, an invalid grid."""
    BAD_INPUT = 2
    """The input or the usage is wrong, or a file cannot be read or written."""
    UNPROVEN = 3
    """A limit came first: what is printed is not proven."""
    DEFECT = 70
    """The program itself failed (EX_SOFTWARE of sysexits.h): never the input's fault."""
    INTERRUPTED = 130
    """Ctrl-C came first."""


def exit_code(stopped_by: StopReason | None) -> ExitCode:
    """Return the exit code that a job calls for, by why it ended and nothing else."""
    if stopped_by is None:
        return ExitCode.DONE
    if stopped_by is StopReason.INTERRUPT:
        return ExitCode.INTERRUPTED
    return ExitCode.UNPROVEN
