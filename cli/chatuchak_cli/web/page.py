"""``page``: the page as files that need no server."""

from pathlib import Path

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.files import use_output
from chatuchak_solver.box import Box
from chatuchak_solver.codec import Answer, Count


class PageAnswer(Answer, frozen=True):
    """The files of the written page.

    Attributes
    ----------
    out
        The folder or the single file.
    files
        The files in it.
    bytes
        Their size.
    """

    out: str
    files: tuple[str, ...]
    bytes: Count


@click.command(name="page")
@options.output_option("-o", "--out", metavar="DIR", file_okay=False,
                       help="The folder to write to; created if missing.")  # fmt: skip
@options.html_option("--single-file", dir_okay=False,
                     help="Write everything into this one HTML file instead.")  # fmt: skip
@options.box_option
@options.tiles_shorthand
@options.ranks_shorthand
@options.formula_option
@options.json_option
def command(*, out: Path | None, single_file: Path | None, box: Box, formula: Path | None) -> None:
    r"""Write the page as files. It solves in the browser and works offline.

    Any static web server can serve the folder, at any address: GitHub Pages, for example, or
    python -m http.server. Over https, and on this machine, phones and browsers can install it.

    --single-file writes everything, including the solver and the photo reader, into one file. A
    browser opens it from a folder, a USB stick or an email, without a server or a network.

    \b
    Examples:
      chatuchak page --out site
      python -m http.server --directory site
      chatuchak page --single-file chatuchak.html --box box.json
    """
    from chatuchak_cli.shared.output import counted, print_answer
    from chatuchak_cli.web.assets import load_assets, load_one_file
    from chatuchak_cli.web.page_data import PageData
    from chatuchak_solver.errors import InputError
    from chatuchak_solver.io.files import write_file

    if (out is None) == (single_file is None):
        raise click.UsageError("expected one of --out DIR and --single-file FILE")
    data = PageData.of_box(box, formula)
    if single_file is not None:
        folder, contents = single_file.parent, {single_file.name: load_one_file(data)}
    else:
        assert out is not None
        folder, contents = out, load_assets(data)
        for path in contents:
            use_output(out / path, "--out")
    for path, content in contents.items():
        place = folder / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{place.parent}: cannot make it: {error.strerror}") from None
        write_file(place, content)
    answer = PageAnswer(str(single_file or out), tuple(contents), sum(map(len, contents.values())))
    files = counted(len(contents), "file")
    text = f"{answer.out}: {files}, {answer.bytes / 1000:,.0f} kB"
    print_answer(answer, lambda: text)
