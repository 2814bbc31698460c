"""Stands and scores as colored text."""

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from chatuchak_solver.rendering.tables import TextTable, text_table
from chatuchak_solver.rendering.templates import report
from chatuchak_solver.stand.groups import MOUSE_POINTS, StandTally, tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.scoring import FinalScore, PlayerScore, TeamScore
from chatuchak_solver.stand.space import GOODS, KIND_NAMES, NO_CARD, kind_letter, space_text
from chatuchak_solver.stand.stand import Stand

_INKS: Final = {
    "S": "white on red3", "B": "black on yellow1", "G": "white on purple",
    "C": "black on dark_orange", "M": "black on gray84",
}  # fmt: skip
STYLES: Final = {good: Style.parse(f"bold {ink}") for good, ink in _INKS.items()}
EMPTY_STYLE: Final = Style(color="gray62", bgcolor="gray19")


def picture_text(picture: Picture) -> Text:
    """Return a picture with colored goods; without color it reads like ``str``."""
    text = Text(no_wrap=True, overflow="ignore")
    wide = 2 if picture.mice else 1
    for number, row in enumerate(picture.rows):
        if number:
            text.append("\n")
        for space in row:
            if space == NO_CARD:
                text.append(" ." + " " * wide, "dim")
            else:
                style = STYLES.get(kind_letter(space), EMPTY_STYLE)
                text.append(f" {space_text(space):<{wide}} ", style)
    return text


def good_names(goods: Sequence[str]) -> str:
    """Return names and letters of goods, e.g. ``strawberry (S), grape (G)``."""
    return ", ".join(f"{KIND_NAMES[good]} ({good})" for good in goods) or "nothing"


def tally_table(found: StandTally, scoring: Sequence[str], total: int | None = None) -> TextTable:
    """Return a table of the value of each good.

    Goods that do not score are dimmed.
    """
    table = text_table("<good", "<group sizes", "biggest x groups", "points")
    for good in sorted(GOODS, key=lambda good: (good not in scoring, GOODS.index(good))):
        value = found.goods[good]
        scores = good in scoring
        sizes = " + ".join(str(size) for size in value.sizes)
        table.add_row(
            f"{good} {KIND_NAMES[good]}", sizes or "-", f"{value.biggest} x {value.groups}",
            str(value.points) if scores else "not scored", style=None if scores else "dim",
        )  # fmt: skip
    mice = f"{found.mice} x {MOUSE_POINTS}"
    table.add_row("* mice", "", mice, str(MOUSE_POINTS * found.mice))
    if total is not None:
        table.add_row("total", "", "", str(total), style="bold")
    return table


def _player_breakdown(
    player: PlayerScore, scoring: Sequence[str], picture: Picture | None
) -> Group:
    tied = [good for good in GOODS if any(good in choice for choice in player.choices)]
    parts: list[RenderableType] = [] if picture is None else [picture_text(picture)]
    parts.append(tally_table(player.tally, scoring, player.total))
    stand = Columns(parts, padding=(0, 4))
    return report("player.txt", player=player, tied=tied, names=good_names, stand=stand)


def verdict(final: FinalScore) -> str:
    """Return the winners and the reason."""
    names = " and ".join(final.players[index].name for index in final.winners)
    sides: list[tuple[tuple[int, ...], TeamScore | PlayerScore]]
    sides = [(team.players, team) for team in final.teams]
    sides = sides or [((index,), player) for index, player in enumerate(final.players)]
    won = next(side for players, side in sides if final.winners[0] in players)
    rivals = [side.total for players, side in sides if not {*players} & {*final.winners}]
    reason = f"with {won.total} points"
    if won.total in rivals:
        reason += f", tied, and fewer mice ({won.mice})"
    head = "Winning team" if final.teams else "Winner"
    if len(final.winners) > len(sides[0][0]):
        head = "Shared victory"
    return f"{head}: {names} {reason}"


def score_report(final: FinalScore, pictures: Sequence[Picture | None]) -> Group:
    """Return all players' scores, the teams and the winners; empty stands have picture None."""
    parts = [
        _player_breakdown(player, final.scoring_goods, picture)
        for player, picture in zip(final.players, pictures, strict=True)
    ]
    return report(
        "score_report.txt", final=final, names=good_names, parts=parts, verdict=verdict(final)
    )


def stand_report(name: str, picture: Picture, stand: Stand | None, *, layers: bool) -> Group:
    """Return a stand with the value of each good.

    Known placements are added in notation; ``layers`` adds the number of cards on each space.
    """
    columns: list[RenderableType] = [picture_text(picture)]
    if stand is not None and layers:
        columns.append(Text(layer_text(stand), "dim"))
    columns.append(tally_table(tally(picture), tuple(GOODS)))
    shown = Columns(columns, padding=(0, 4))
    return report("stand.txt", name=name, columns=shown, stand=stand)


def layer_text(stand: Stand) -> str:
    """Return the number of cards on each space, ``.`` for none."""
    left, top, right, bottom = stand.bounds
    heights = stand.layers()
    return "\n".join(
        " ".join(str(heights.get((x, y), ".")) for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    )


def legend() -> Text:
    """Return the meaning of the letters."""
    text = Text()
    for letter, name in KIND_NAMES.items():
        text.append(f" {letter} ", STYLES.get(letter, EMPTY_STYLE))
        text.append(f" {name}  ")
    return text.append("* mouse  . no card")
