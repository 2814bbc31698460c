"""``page``: the page as files that need no server."""

from pathlib import Path

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.file_roles import use_output
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
@click.option("-o", "--out", type=click.Path(path_type=Path, file_okay=False),
              metavar="DIR", help="The folder to write to; created if missing.")  # fmt: skip
@options.output_option("--single-file", "single_file", cls=options.RenamedOption,
               old=["--one-file"], dir_okay=False, writes=(".html", ".htm"),
               help="Write everything into this one HTML file instead.")  # fmt: skip
@options.box_option
@options.tiles_shorthand
@options.ranks_shorthand
@options.formula_option
@options.json_option
def command(
    *, out: Path | None, single_file: Path | None, box: Box, formula: Path | None, as_json: bool
) -> None:
    r"""Write the page as files: it solves in the browser, and works offline.

    Any web server that sends files can offer the folder, under any address, such as GitHub Pages
    or python -m http.server. Over https, and on this machine, phones and browsers can install it.

    --single-file puts all of it, solver and reader of photos included, into one file that a browser
    opens from a phone's files, a stick or a mail: it needs neither a server nor a network.

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
        contents = {single_file: load_one_file(data)}
    else:
        assert out is not None
        contents = {out / path: asset.content for path, asset in load_assets(data).items()}
    if out is not None:
        for place in contents:
            use_output(place, "--out")
    for place, content in contents.items():
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{place.parent}: cannot make it: {error.strerror}") from None
        write_file(place, content)
    size = sum(map(len, contents.values()))
    output = single_file or out
    names = sorted(str(place.relative_to(out)) if out else place.name for place in contents)
    text = f"{output}: {counted(len(names), 'file')}, {size / 1000:,.0f} kB"
    answer = PageAnswer(str(output), tuple(names), size)
    print_answer(answer, lambda: text, as_json=as_json)
