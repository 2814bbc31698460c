"""Long jobs end with one message and one exit code, by why they ended."""

import signal

import pytest

from chatuchak_cli.shared.runner import ExitCode, exit_code, long_job
from chatuchak_solver.execution.limits import Stop, StopReason


def test_the_exit_code_follows_from_why_a_job_ended() -> None:
    assert {reason: int(exit_code(reason)) for reason in (None, *StopReason)} == {
        None: 0,
        StopReason.TIME: 3,
        StopReason.WORK: 3,
        StopReason.MEMORY: 3,
        StopReason.INTERRUPT: 130,
    }


def test_finished_work_is_reported_after_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    with long_job() as job:
        job.end(StopReason.INTERRUPT, after="3 games")
    assert capsys.readouterr().err == "interrupted after 3 games\n"


def test_a_job_ends_at_its_limits_and_at_ctrl_c() -> None:
    with long_job(Stop(time_s=5, work=7)) as job:
        assert (job.stop.time_s, job.stop.work, job.interrupted) == (5, 7, None)
        run = job.stop.begin()
        assert not run.should_stop()
        signal.raise_signal(signal.SIGINT)
        assert run.should_stop()
        assert run.stopped_by is job.interrupted is StopReason.INTERRUPT
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_a_defect_is_no_bad_input() -> None:
    assert ExitCode.DEFECT not in {exit_code(reason) for reason in (None, *StopReason)}
    assert (ExitCode.DEFECT, ExitCode.BAD_INPUT) == (70, 2)
