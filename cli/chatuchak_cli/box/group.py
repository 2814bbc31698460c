"""The ``box`` group: the user's game data."""

from functools import partial
from pathlib import Path
from shlex import quote

import click

from chatuchak_cli.shared import files, options, output, runner
from chatuchak_cli.shared.lazy import lazy_group
from chatuchak_solver import Box, load_box
from chatuchak_solver import box as boxes
from chatuchak_solver.codec import encode_lines, read_json
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file


@lazy_group({
    "new": ("box.group:new", "Write a box file with the assumed data to edit."),
    "show": ("box.group:show", "List your own and the assumed parts of a box."),
    "check": ("box.group:check", "Check a box file."),
    "use": ("box.group:use", "Use a box file in all commands from now on."),
    "add": ("box.group:add", "Add tiles from photos to a box file."),
})  # fmt: skip
def command() -> None:
    """Replace assumed data by your own.

    The rulebooks leave data open: start tiles, booths per color, ranks, stars, the time track,
    cards, marked spaces, customer tiles, and figures of River Market. A box file contains the data
    that you know. Commands use the file of --box, of the variable CHATUCHAK_BOX, or the file
    selected by `chatuchak box use`, in this order.
    """


@options.command("new", box=False)
@options.output_option("-o", "--out", required=True, help="The box file to write.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def new(*, out: Path, force: bool) -> None:
    r"""Write a box file with all assumed data and the reasons.

    Edit the parts that you know. An unchanged part remains assumed, unless it is listed under
    "confirmed".

    \b
    Examples:
      chatuchak box new -o our-box.json
      chatuchak rank --box our-box.json
    """
    if out.exists() and not force:
        raise InputError(f"{out} exists: expected --force to replace it")
    write_file(out, f"{encode_lines(boxes.box_template())}\n")
    _print_box(Box({}, str(out)), f"box: {out}; after edits: chatuchak box check {quote(str(out))}")


def _print_box(box: Box, message: str) -> None:
    """Print a message, or a box as JSON."""
    if output.is_json():
        output.emit_json(boxes.box_answer(box), box.reasons(*boxes.PARTS))
    else:
        output.print_message(message)


@options.command("show", box=False)
@options.box_option
@options.output_option("--svg", help="Draw the tiles to FILE.")
def show(*, box: Box, svg: Path | None) -> None:
    r"""List which parts of the box are your own and which are assumed, and why.

    \b
    Examples:
      chatuchak box show
      chatuchak box show --box box.json --svg tiles.svg
    """
    if svg is not None:
        from chatuchak_cli.shared.pictures import save_picture
        from chatuchak_solver.rendering.gallery_svg import gallery_svg

        draw = partial(gallery_svg, box.tiles.grids, numbers=False, title="Start tiles")
        save_picture(svg, draw, box.reasons("tiles"))
        output.print_message(f"picture: {svg}")
    reasons = box.reasons(*boxes.PARTS)
    lines = [f"box: {box.source or 'the assumed data'}"] + [
        f"{part:22}{f'assumed: {reasons[part]}' if part in reasons else 'your own'}"
        for part in boxes.PARTS
    ]
    output.print_answer(boxes.box_answer(box), lambda: "\n".join(lines), reasons, is_last=False)


@options.command("check", box=False)
@click.argument("file", type=files.InputFile())
def check(*, file: Path) -> int:
    r"""Check every part of a box FILE; exit code 1 if one is invalid.

    \b
    Examples:
      chatuchak box check box.json
    """
    document, _ = read_json(file)
    try:
        box = boxes.box_from_document(document, source="", folder=file.parent)
        faults = tuple(box.faults())
    except InputError as error:
        faults = (str(error),)
    summary = f"{file}: {output.counted(len(faults), 'invalid part') if faults else 'valid'}"
    answer = boxes.BoxCheck(valid=not faults, faults=faults)
    output.print_answer(answer, lambda: "\n".join((*faults, summary)))
    return runner.ExitCode.NEGATIVE if faults else runner.ExitCode.DONE


@options.command("use", box=False)
@click.argument("file", type=files.InputFile(), required=False)
@click.option("--none", is_flag=True, help="Use the assumed data again.")
def use(*, file: Path | None, none: bool) -> None:
    r"""Use a box FILE in every command without --box and CHATUCHAK_BOX.

    \b
    Examples:
      chatuchak box use box.json
      chatuchak box use --none
    """
    if (file is None) == (not none):
        raise click.UsageError("expected FILE or --none")
    selection = options.selection_file()
    if selection is None:
        raise InputError(
            "no home folder for the selection: expected HOME, or --box FILE with each command"
        )
    if file is None:
        if selection.exists():  # False also below a file
            selection.unlink()
        _print_box(Box.default(), "box: the assumed data")
        return
    box = load_box(file)
    selection.parent.mkdir(parents=True, exist_ok=True)
    write_file(selection, f"{file.resolve()}\n")
    _print_box(box, f"box: {file.resolve()}")


@options.command("add", box=False)
@click.argument("kind", metavar="photo", type=click.Choice(["photo"]))
@click.argument("photos", nargs=-1, required=True, type=files.InputFile())
@click.option("--box", "file", type=files.OutputFile(), metavar="FILE", envvar="CHATUCHAK_BOX",
              show_envvar=True,
              help="The box file, created if missing [the selected one].")  # fmt: skip
def add(*, kind: str, photos: tuple[Path, ...], file: Path | None) -> None:  # noqa: ARG001
    r"""Add the start tiles on PHOTOs to a box file.

    Existing tiles are not added again. Doubtful spots are printed; correct these in the file.

    \b
    Examples:
      chatuchak box add photo front.jpg back.jpg --box box.json
    """
    from chatuchak_cli.shared.photos import grids_of_photos

    path = file or options.selected_box()
    if path is None:
        raise InputError("no box file: expected --box FILE, CHATUCHAK_BOX or 'chatuchak box use'")
    box = load_box(path) if path.exists() else Box.default()
    text, answer = boxes.add_tiles(path, grids_of_photos(photos, box))
    write_file(path, text)
    added = output.counted(answer.added or 0, "tile")
    output.print_answer(answer, lambda: f"{path}: {added} added, {answer.tiles} in all", err=True)
