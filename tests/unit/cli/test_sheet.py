"""``sheet``: tiles to print."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from chatuchak_solver.rendering.score_sheet_pdf import SCORE_SHEETS
from tests.unit.cli.conftest import Chatuchak

pytestmark = pytest.mark.usefixtures("measurement_cache")

TWO = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB\n.GYRYR/PYRGBG/GPGBPR/BRBPRB/PYGYBY\n"


@pytest.mark.parametrize(
    ("back", "text"),
    [("number", ""), ("difficulty", "Difficulty"), ("solution", "20 moves"), ("none", None)],
)
def test_texts_of_backs(chatuchak: Chatuchak, tmp_path: Path, back: str, text: str | None) -> None:
    tiles, out = tmp_path / "two.txt", tmp_path / "two.pdf"
    tiles.write_text(TWO)
    outcome = chatuchak("sheet", tiles, "-o", out, "--back", back, "--json")
    assert outcome.code == 0
    assert outcome.json == {"file": str(out), "tiles": 2, "bytes": out.stat().st_size}
    pages = [page.extract_text() for page in PdfReader(out).pages]
    assert len(pages) == (1 if text is None else 2)
    assert "Assumed" not in pages[0]
    if text is not None:
        assert text in pages[1]


def test_the_sample_tiles_are_marked(chatuchak: Chatuchak, tmp_path: Path) -> None:
    out = tmp_path / "tiles.pdf"
    assert chatuchak("sheet", "-o", out).err.startswith(f"16 tiles: {out}\nAssumed: tiles ")
    front, back = (page.extract_text() for page in PdfReader(out).pages[:2])
    assert "not those of the published game" in front
    assert back.count("sample, no published tile") == 6  # the foot of the page is cut away


def test_cards_of_a_deck(chatuchak: Chatuchak, tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    assert chatuchak("sheet", "--cards", "-o", out, "--json").json["cards"] == 40
    pages = [page.extract_text() for page in PdfReader(out).pages]
    assert len(pages) == 2 * 3  # 18 on a page, and backs
    assert "Assumed: deck" in pages[0]
    assert "c18" in pages[1]
    assert pages[5].count("assumed, not a published card") == 4
    deck = tmp_path / "deck.json"
    deck.write_text('{"cards": [{"id": "mine", "rows": ["S B c*", "G . C"]}]}'.replace(".", "p"))
    assert chatuchak("sheet", deck, "--cards", "-o", out).err == f"1 card: {out}\n"
    front, back = (page.extract_text() for page in PdfReader(out).pages)
    assert "ssumed" not in front + back
    assert "mine" in back


@pytest.mark.parametrize("game", SCORE_SHEETS)
def test_score_sheets(chatuchak: Chatuchak, tmp_path: Path, game: str) -> None:
    out = tmp_path / "scores.pdf"
    outcome = chatuchak("sheet", "--scores", game, "-o", out, "--paper", "Letter", "--json")
    sheet = SCORE_SHEETS[game]
    assert outcome.json["sheets"] == sheet.per_page
    (page,) = PdfReader(out).pages
    assert float(page.mediabox.height) == pytest.approx(279.4 * 72 / 25.4, abs=0.1)
    text = page.extract_text()
    for line in (sheet.title, *sheet.rows, *sheet.notes, *sheet.heads):
        assert text.count(line) >= sheet.per_page, line
