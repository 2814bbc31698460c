"""Hypothesis strategies for the market stand's values."""

from hypothesis import strategies as st

from chatuchak_solver.stand import Card, Deck, Picture, Placement, Stand
from chatuchak_solver.stand.card import ROTATIONS
from chatuchak_solver.stand.space import EMPTIES, GOODS

spaces = st.builds(
    lambda kind, mouse: kind + mouse, st.sampled_from(GOODS + EMPTIES), st.sampled_from(("", "*"))
)

card_rows = st.lists(st.lists(spaces, min_size=3, max_size=3).map(" ".join), min_size=2, max_size=2)


@st.composite
def decks(draw: st.DrawFn, *, least: int = 1, most: int = 12) -> Deck:
    """Return decks of any content, mice on goods included."""
    rows = draw(st.lists(card_rows, min_size=least, max_size=most))
    return Deck.of([Card.parse(f"c{number}", lines) for number, lines in enumerate(rows)])


@st.composite
def stands(draw: st.DrawFn, *, least: int = 1, most: int = 8) -> Stand:
    """Return legal stands with random placements."""
    deck = draw(decks(least=least, most=most))
    x, y = draw(st.integers(-50, 50)), draw(st.integers(-50, 50))
    stand = Stand()
    for card in deck:
        if not len(stand):
            turn = draw(st.sampled_from(ROTATIONS))
            stand = stand.place(Placement(card, x, y, turn))
        else:
            stand = stand.place(draw(st.sampled_from(stand.legal_placements(card))))
    return stand


@st.composite
def pictures(draw: st.DrawFn, *, size: int = 6) -> Picture:
    """Return pictures of any shape with something to see, possible stands or not."""
    width, height = draw(st.integers(1, size)), draw(st.integers(1, size))
    texts = st.one_of(st.just("."), spaces, st.sampled_from(GOODS))
    rows = draw(
        st.lists(
            st.lists(texts, min_size=width, max_size=width), min_size=height, max_size=height
        ).filter(lambda rows: any(text != "." for row in rows for text in row))
    )
    return Picture.parse([" ".join(row) for row in rows])
