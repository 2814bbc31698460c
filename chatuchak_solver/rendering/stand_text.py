"""A stand and its score as a person at the table reads them, in color where there is any."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from chatuchak_solver.rendering.tables import Table, text_table
from chatuchak_solver.stand.groups import MOUSE_POINTS, StandTally, tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.scoring import FinalScore, Origin, PlayerScore
from chatuchak_solver.stand.space import GOODS, KIND_NAMES, NO_CARD, kind_letter, space_text
from chatuchak_solver.stand.stand import Stand

STYLES: Final[Mapping[str, Style]] = {
    "S": Style(color="white", bgcolor="red3", bold=True),
    "B": Style(color="black", bgcolor="yellow1", bold=True),
    "G": Style(color="white", bgcolor="purple", bold=True),
    "C": Style(color="black", bgcolor="dark_orange", bold=True),
    "M": Style(color="black", bgcolor="gray84", bold=True),
}
EMPTY_STYLE: Final = Style(color="gray62", bgcolor="gray19")


def picture_text(picture: Picture) -> Text:
    """Return a picture with every good in its color; without color it reads as ``str`` does."""
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
    """Return goods' names with their letters, such as ``strawberry (S), grape (G)``."""
    return ", ".join(f"{KIND_NAMES[good]} ({good})" for good in goods) or "nothing"


def tally_table(found: StandTally, scoring: Sequence[str], total: int | None = None) -> Table:
    """Return what each good is worth and why.

    Parameters
    ----------
    found
        What the stand shows.
    scoring
        The goods that score, by letter; the others are listed dimmed.
    total
        The sum for the last line; None leaves it out.
    """
    table = text_table("<good", "<group sizes", "biggest x groups", "points")
    for good in sorted(GOODS, key=lambda good: (good not in scoring, GOODS.index(good))):
        one = found.goods[good]
        scores = good in scoring
        sizes = " + ".join(str(size) for size in one.sizes)
        table.add_row(
            f"{good} {KIND_NAMES[good]}",
            sizes or "-",
            f"{one.biggest} x {one.groups}",
            str(one.points) if scores else "not scored",
            style=None if scores else "dim",
        )
    mice = f"{found.mice} x {MOUSE_POINTS}"
    table.add_row("* mice", "", mice, str(MOUSE_POINTS * found.mice))
    if total is not None:
        table.add_row("total", "", "", str(total), style="bold")
    return table


def player_breakdown(player: PlayerScore, scoring: Sequence[str], picture: Picture | None) -> Group:
    """Return one player's stand, announcement and points; without a card there is no picture."""
    head = Text(player.name, "bold")
    head.append(f": announces {good_names(player.announced)}", "not bold")
    tied = good_names([good for good in GOODS if any(good in choice for choice in player.choices)])
    if player.origin is Origin.CHOSEN:
        head.append(f"; chosen as best for {player.name}, there is a tie among {tied}", "not bold")
    elif player.origin is Origin.GIVEN:
        head.append(f"; {player.name}'s choice, there is a tie among {tied}", "not bold")
    parts: list[RenderableType] = [
        *(() if picture is None else (picture_text(picture),)),
        tally_table(player.tally, scoring, player.total),
    ]
    return Group(head, Text(), Columns(parts, padding=(0, 4)), Text())


def verdict(final: FinalScore) -> str:
    """Return who won and by what, in one line."""
    names = [final.players[index].name for index in final.winners]
    side = {index: (team.total, team.mice) for team in final.teams for index in team.players} or {
        index: (player.total, player.mice) for index, player in enumerate(final.players)
    }
    total, mice = side[final.winners[0]]
    rivals = [side[index] for index in side if index not in final.winners]
    reason = f"with {total} points"
    if rivals and max(points for points, _ in rivals) == total:
        reason += f", tied, and fewer mice ({mice})"
    side_of, size = ("Winning team", 2) if final.teams else ("Winner", 1)
    head = side_of if len(names) <= size else "Shared victory"
    return f"{head}: {' and '.join(names)} {reason}"


def score_report(final: FinalScore, pictures: Sequence[Picture | None]) -> Group:
    """Return the whole result: every player's breakdown, teams and the winners.

    Parameters
    ----------
    final
        The scores.
    pictures
        The players' stands in their order; None for one without a card.
    """
    parts: list[RenderableType] = [
        Text(f"Scoring goods: {good_names(final.scoring_goods)}"),
        Text(),
    ]
    for player, picture in zip(final.players, pictures, strict=True):
        parts.append(player_breakdown(player, final.scoring_goods, picture))
    for team in final.teams:
        names = " and ".join(final.players[index].name for index in team.players)
        parts.append(Text(f"Team {names}: {team.total} points, {team.mice} mice"))
    parts.append(Text(verdict(final), "bold"))
    return Group(*parts)


def stand_report(name: str, picture: Picture, stand: Stand | None, *, layers: bool) -> Group:
    """Return one stand with what each good would be worth if it scored.

    Parameters
    ----------
    stand
        The placements where they are known: their notation is added.
    layers
        Also add how many cards lie on each space, where placements are known.
    """
    seen: list[RenderableType] = [picture_text(picture)]
    if stand is not None and layers:
        seen.append(Text(layer_text(stand), "dim"))
    seen.append(tally_table(tally(picture), tuple(GOODS)))
    parts: list[RenderableType] = [Text(name, "bold"), Text(), Columns(seen, padding=(0, 4))]
    if stand is not None:
        parts.append(Text(str(stand)))
    return Group(*parts, Text())


def layer_text(stand: Stand) -> str:
    """Return how many cards lie on each space of a stand's picture; ``.`` for none."""
    left, top, right, bottom = stand.bounds
    heights = stand.layers()
    return "\n".join(
        " ".join(str(heights.get((x, y), ".")) for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    )


def legend() -> Text:
    """Return what the letters of a picture stand for."""
    text = Text()
    for letter, name in KIND_NAMES.items():
        text.append(f" {letter} ", STYLES.get(letter, EMPTY_STYLE))
        text.append(f" {name}  ")
    return text.append("* mouse  . no card")
