"""Playtest plans as text, and their score cards as text and HTML."""

from collections.abc import Iterator
from typing import Final

from chatuchak_solver.analysis.playtest.plan import PlannedPlayer, PlaytestPlan
from chatuchak_solver.rendering.tables import Table, text_table
from chatuchak_solver.rendering.templates import html_page

COLUMNS: Final = ("moves", "min:s", "hints", "solved")
ADVICE: Final = (
    "Play in this order. If you give up, write the moves so far and solved: no. Type the cards as "
    "CSV: player,tile,moves,seconds,hints,solved."
)


def plan_text(plan: PlaytestPlan, *, is_measured: bool) -> Iterator[Table | str]:
    """Yield the rota and the sample sizes."""
    width = len(str(len(plan.grids)))
    table = text_table("<player", "<tiles in order", ruled=True)
    for player in plan.rota:
        table.add_row(player.player, " ".join(f"{tile:>{width}}" for tile in player.tiles))
    yield table
    plays = [tile.plays for tile in plan.tiles]
    fewest, most = min(plays), max(plays)
    spread = f"{fewest}" if fewest == most else f"{fewest} or {most}"
    yield f"{plan.games:,} games: {spread} on each of {len(plays)} tiles. All tiles are linked."
    yield (
        f"This plan detects a difference of {plan.detectable_percent:.0f}% moves between two "
        "tiles with a probability of 80%."
    )
    for size in plan.sizes:
        each = len(plan.rota[0].tiles)
        yield (
            f"A difference of {size.percent:g}% needs {size.players:,} players with {each} games "
            "each."
        )
    origin = "as measured" if is_measured else "assumed; games of a trial (FILES) measure it"
    yield f"Standard deviation of one game: {plan.chance:.2f} log moves ({origin})."


def cards_text(plan: PlaytestPlan) -> str:
    """Return a score card for each player, separated by form feeds."""
    return "\f".join(map(_card_text, plan.rota))


def _card_text(player: PlannedPlayer) -> str:
    lines = [f"Player: {player.player}", "Date:   ____________", ""]
    lines.append("game  tile  " + "  ".join(f"{name:>8}" for name in COLUMNS))
    for number, tile in enumerate(player.tiles, start=1):
        lines += ["", f"{number:>4}  {tile:>4}  " + "  ".join(["________"] * len(COLUMNS))]
    return "\n".join([*lines, "", *ADVICE.split(". "), ""])


def cards_html(plan: PlaytestPlan) -> str:
    """Return a page with a score card for each player, one on each sheet of paper."""
    return html_page(
        "score_cards.html", title="Playtest: score cards", plan=plan, columns=COLUMNS, advice=ADVICE
    )
