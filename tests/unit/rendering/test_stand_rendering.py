"""Stands as text and SVG: complete without color, accessible, well-formed."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.rendering.stand_svg import KINDS, StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import (
    layer_text,
    legend,
    picture_text,
    score_report,
    stand_report,
    verdict,
)
from chatuchak_solver.stand import Picture, Stand, tally
from chatuchak_solver.stand.files import load_stand_file
from chatuchak_solver.stand.scoring import Entry, FinalScore, Variant, score
from tests.property.stand_strategies import pictures, stands
from tests.tables import read_cases
from tests.unit.rendering.helpers import SVG, printed, title_and_description

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


@given(pictures())
def test_a_picture_without_color_reads_back(picture: Picture) -> None:
    assert Picture.parse(picture_text(picture).plain.splitlines()) == picture


def test_a_picture_in_color_has_the_same_text() -> None:
    picture = Picture.parse(["S S* .", "c* B ."])
    text = picture_text(picture)
    assert "\x1b[" in printed(text, color=True, width=160)
    assert len({span.style for span in text.spans}) == 4


def test_the_report_shows_why() -> None:
    game = load_stand_file(EXAMPLE)
    text = printed(score_report(game.score(), [player.picture for player in game.players]))
    for wanted in (
        "Scoring goods: banana (B), grape (G), strawberry (S)",
        "Ola: announces strawberry (S); Ola's choice, there is a tie among strawberry (S), grape",
        "S strawberry  5 + 1 + 1 + 1             5 x 4          20",
        "not scored",
        "3 x -2",
        "Winner: Ola with 25 points",
    ):
        assert wanted in text


def result(*rows: str, variant: Variant | None = None) -> FinalScore:
    entries = [Entry(f"p{seat}", tally(Picture.parse([row]))) for seat, row in enumerate(rows)]
    return score(entries, variant)


@pytest.mark.parametrize(("variant", "rows", "wanted"), read_cases("unit/rendering/verdicts.txt"))
def test_the_verdict_names_winners_and_reason(variant: str, rows: str, wanted: str) -> None:
    assert verdict(result(*rows.split(", "), variant=Variant(variant))) == wanted


def test_an_open_choice_and_teams_are_reported() -> None:
    final = result("S S B B", "G c c c", "G c c c", "c c c c", variant=Variant.TEAMS)
    text = printed(score_report(final, [Picture.parse(["S S B B"])] * 4))
    assert "chosen as best for p0, there is a tie among strawberry (S), banana (B)" in text
    assert "p3: announces nothing" in text
    assert "Team p0 and p2: 3 points, 0 mice" in text


@given(stands(most=4))
def test_layers_show_the_height_of_every_pile(stand: Stand) -> None:
    rows = [row.split() for row in layer_text(stand).splitlines()]
    heights = [int(height) for row in rows for height in row if height != "."]
    assert sum(heights) == 6 * len(stand)
    assert [[height == "." for height in row] for row in rows] == [
        [space == 0 for space in row] for row in stand.picture().rows
    ]


def test_one_stand_is_shown_with_its_notation() -> None:
    game = load_stand_file(EXAMPLE)
    ola = game.players[0]
    text = printed(stand_report("Ola", ola.picture, ola.stand, layers=True))
    assert str(ola.stand) in text
    assert "1 2 4 2 2 . ." in text
    assert "mushroom" in printed(legend())


def written(root: ET.Element, kind: str) -> list[str]:
    """Return the text in the groups of a class, in strokes or in a font."""
    return [
        group[0].get("data-text") or ""
        for group in root.iter(f"{SVG}g")
        if group.get("class") == kind
    ]


@given(stands(most=4), st.booleans())
def test_svg_shows_every_space_letter_and_mouse(stand: Stand, with_cards: bool) -> None:
    picture = stand.picture()
    panel = StandPanel.of("A & <B>", picture, stand if with_cards else None)
    root = ET.fromstring(stands_svg([panel]))
    seen = [space for _, space in picture.spaces()]
    letters = written(root, "letter")
    assert len(letters) == len(seen)
    assert len(list(root.iter(f"{SVG}use"))) == len(seen)
    ears = [circle for circle in root.iter(f"{SVG}circle") if circle.get("r") == "4"]
    assert len(ears) == 2 * picture.mice
    names = set(written(root, "card"))
    card_labels = {f"{index + 1} {stand.cards[index].id}" for index in stand.top_cards().values()}
    assert names == (card_labels if with_cards else set())


def test_svg_is_accessible_and_draws_every_kind() -> None:
    game = load_stand_file(EXAMPLE)
    panels = [StandPanel.of(player.name, player.picture, player.stand) for player in game.players]
    root = ET.fromstring(stands_svg(panels, title="Four stands"))
    title, description = title_and_description(root)
    assert title == "Four stands"
    for player in game.players:
        assert player.name in description
        assert str(player.picture) in description
    drawn = {use.get("href") for use in root.iter(f"{SVG}use")}
    assert drawn == {f"#kind-{kind}" for kind in KINDS}
    defined = {path.get("id") for path in root.iter(f"{SVG}path")} - {None}
    assert defined == {f"kind-{kind}" for kind in KINDS}


def test_svg_numbers_the_scoring_groups_and_shows_the_total() -> None:
    game = load_stand_file(EXAMPLE)
    final = game.score()
    for player, scored in zip(game.players, final.players, strict=True):
        panel = StandPanel.of(player.name, player.picture, player.stand, final.scoring_goods)
        root = ET.fromstring(stands_svg([panel]))
        wanted = [
            str(number)
            for good in final.scoring_goods
            for number, size in enumerate(scored.tally.goods[good].sizes, start=1)
            for _ in range(size)
        ]
        assert sorted(written(root, "number")) == sorted(wanted)
        assert panel.notes[-1] == f"total: {scored.total}"
        for good, good_tally in scored.tally.goods.items():
            (note,) = [note for note in panel.notes if note.startswith(f"{good} ")] or [""]
            assert note.endswith("not announced") == (
                good_tally.groups > 0 and good not in final.scoring_goods
            )


def test_notebooks_show_stands_and_pictures() -> None:
    stand = load_stand_file(EXAMPLE).players[0].stand
    assert stand is not None
    whole, seen = stand._repr_svg_(), stand.picture()._repr_svg_()
    assert written(ET.fromstring(whole), "letter") == written(ET.fromstring(seen), "letter")
    assert written(ET.fromstring(whole), "card")
    assert not written(ET.fromstring(seen), "card")


def test_svg_has_edges_between_cards_only() -> None:
    # One card has ten thick outer sides; two adjacent cards add the seam.
    picture = Picture.parse(["S S S", "S S S"])
    edges = [
        line
        for line in ET.fromstring(stands_svg([StandPanel(picture)])).iter(f"{SVG}line")
        if line.get("class") == "edge"
    ]
    assert len(edges) == 10
