"""``review``: the moves lost by each move of a game."""

from functools import partial
from pathlib import Path

import click

from chatuchak_cli.shared import options, output, runner
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument, played_games
from chatuchak_solver import Stop


@options.command("review", box=False)
@grid_argument
@click.argument("moves", metavar="[MOVES]", required=False)
@options.rule_option()
@options.time_option
@options.html_option("--html", help="Write a page to step through the game.")
@options.svg_option(help="Write the curve of remaining moves.")
@options.add_box_option
def command(
    *, grid: GridSource, moves: str | None, rule: str | None, time_limit: float | None,
    html: Path | None, svg: Path | None,
) -> int:  # fmt: skip
    r"""Show the loss of each move of a game, and all moves without loss.

    GRID is grid notation, a file, - for standard input, tile:N, daily, or a link of the page.
    MOVES are the spots of the moved booths, for example 15,3,7; saved games of play, solutions of
    solve --json and links include their moves. For a file of several games, one per line, each
    gets one line, followed by a summary; an invalid line ends the run with exit code 2, after the
    output for all games before it.

    Under --rule slide the review uses the proofs of ten seconds, or --time-limit, per game.
    Unproven values are bounds, with exit code 3.

    \b
    Examples:
      chatuchak review RY/YR/.G/GG 0,4,2,0,4
      chatuchak review tile:1 6,7,19,20 --json
      chatuchak solve tile:1 --json | chatuchak review - --html review.html
    """
    from chatuchak_cli.shared import puzzle_words as words
    from chatuchak_cli.shared.pictures import save_picture
    from chatuchak_solver.analysis.review import review, summarize_losses
    from chatuchak_solver.rendering.review_pictures import curve_svg, review_html
    from chatuchak_solver.rendering.templates import text

    name = "--html and --svg" if html or svg else ""
    several, games = grid.peek(name if moves is None else "MOVES", "games")
    assumed = grid.assumed
    code, reviews = runner.ExitCode.DONE, []
    limits = Stop(time_s=time_limit)
    missing = (
        "no moves to review: expected MOVES such as 15,3,7, a saved game of play, a solution of "
        "solve --json, or a link with moves"
    )
    for start, spots, played_rule in played_games(games, moves, rule, missing):
        found, game_code = runner.run_job(
            partial(review, start, spots, rule=played_rule), runner.limits_of(played_rule, limits),
            unit="positions", before="everything was proven",
        )  # fmt: skip
        code = game_code if game_code is not runner.ExitCode.DONE else code
        reviews.append(found)
        players = (output.ASSUMED_PLAYERS,) if found.expected_losses else ()
        report = partial(words.review_words, found, is_short=several)
        output.print_answer(found, report, assumed, *players, is_last=False)
        if code is runner.ExitCode.INTERRUPTED:
            break
    game = reviews[0]
    save_picture(svg, lambda: curve_svg(words.remaining_moves(game)), assumed)
    worst = None if game.costliest is None else game.costliest.first - 1
    page = partial(review_html, summary=words.game_words(game), worst=worst)
    save_picture(html, lambda: page(words.positions(game)), assumed)
    if len(reviews) > 1 and not output.is_json():
        click.echo(text("review_summary.txt", found=summarize_losses(reviews), did=words.DID))
    output.print_assumed(assumed)
    return code
