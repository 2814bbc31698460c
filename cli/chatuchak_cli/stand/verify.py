"""``stand verify``: checks a plan's proof without a search."""

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import document_argument, json_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_cli.shared.runner import ExitCode, JobLabels, exit_code, long_job
from chatuchak_solver.execution.limits import Stop, count_workers
from chatuchak_solver.rendering.stand_plan_text import check_report
from chatuchak_solver.stand.certificate import check


@click.command(name="verify")
@document_argument
@click.option("--time-limit", type=float, default=60.0, show_default=True, metavar="S",
              help="Stop after S seconds and report the verified part.")  # fmt: skip
@json_option
def command(*, file: str, time_limit: float) -> int:
    r"""Check a certificate of `stand plan --certificate`.

    The stand is scored by the plain rules. All bounds are recomputed in plain Python that shares no
    code with the search: by sums over the cards, or, if sums are not sufficient, by a tree, the
    smallest tree first. Exit code 0: the proof is correct. 1: the certificate is wrong. 3: the time
    was not sufficient for all trees; the answer lists the verified part.

    \b
    Examples:
      chatuchak stand verify proof.json
      chatuchak stand verify proof.json --json
    """
    document = read_document(file)
    with long_job(Stop(time_s=time_limit), JobLabels()) as job:
        found = document.load(check, stop=job.stop, on_progress=job.show, workers=count_workers())
        code = exit_code(found.stopped_by)
    print_answer(found, lambda: check_report(found))
    if found.verdict == "wrong":
        return ExitCode.NEGATIVE
    if found.verdict == "proven":
        return ExitCode.DONE
    return code or ExitCode.UNPROVEN
