"""``stand verify``: whether a plan's proof holds, checked without the search."""

import click

from chatuchak_cli.shared.file_roles import document_argument
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_cli.shared.runner import ExitCode, JobLabels, exit_code, long_job
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.rendering.stand_plan_text import check_report
from chatuchak_solver.stand.certificate import check


@click.command(name="verify")
@document_argument
@click.option("--time-limit", type=float, default=60.0, show_default=True, metavar="S",
              help="Make do with what is shown after S seconds.")  # fmt: skip
@json_option
def command(*, file: str, time_limit: float, as_json: bool) -> int:
    r"""Check the certificate that `stand plan --certificate` wrote.

    The stand is scored by the plain rules, and what no stand of the cards can surpass is worked
    out again, in plain Python that shares nothing with the search: by sums of what the cards can
    show, and where these are not enough by going through a tree, the smallest first. Exit code 0:
    proven, no stand scores more. 1: the certificate is wrong. 3: there was no time for all trees;
    the answer says what is checked all the same.

    \b
    Examples:
      chatuchak stand verify proof.json
      chatuchak stand verify proof.json --json
    """
    document, _ = read_document(file)
    with long_job(Stop(time_s=time_limit), JobLabels()) as job:
        found = check(document.value, stop=job.stop, on_progress=job.show, source=document.source)
        code = exit_code(found.stopped_by)
    print_answer(found, lambda: check_report(found), as_json=as_json)
    if found.verdict == "wrong":
        return ExitCode.NEGATIVE
    if found.verdict == "proven":
        return ExitCode.DONE
    return code or ExitCode.UNPROVEN
