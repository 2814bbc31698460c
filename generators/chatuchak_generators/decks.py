"""Plausible decks for the market stand game.

The pictures of the published deck are unknown. These decks follow the rulebook: cards of 2x3
spaces, five goods, three empties, mice. All kinds are dealt with exact counts; equal arguments give
the same composition.
"""

from collections.abc import Sequence

import numpy as np

from chatuchak_solver import InvalidInstanceError, arguments
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.puzzle.board import Board, iter_spots
from chatuchak_solver.stand.card import CARD_COLUMNS, CARD_ROWS, Card
from chatuchak_solver.stand.deck import GAME_CARDS, Deck
from chatuchak_solver.stand.space import EMPTIES, GOODS, MOUSE, has_mouse, kind_letter

MAX_CARDS = 1000
DECK_VERSION = 1
"""Incremented when equal arguments give another deck."""

CLUSTER_PULL = 8.0
"""Added weight of a good per equal neighbor in clustered decks."""

SPACE_MAP = Board(CARD_ROWS, CARD_COLUMNS)
SPACES = SPACE_MAP.spots


class DeckKind(arguments.Choice):
    """Relation of the goods on a card."""

    INDEPENDENT = "independent"
    """Independent draws per space."""
    CLUSTERED = "clustered"
    """Neighboring spaces tend to be equal: larger groups, harder to plan."""


def generate_deck(
    seed: int,
    *,
    kind: DeckKind = DeckKind.INDEPENDENT,
    cards: int = GAME_CARDS,
    goods_per_card: Sequence[int] = (3, 4),
    mouse_share: float = 0.2,
) -> Deck:
    """Return a deck with a stated composition.

    All goods occur equally often (to within one), and so do all empties; mice sit on empties. The
    defaults give 240 spaces: 28 of each good, 33 or 34 of each empty, 48 mice; half of the cards
    have three goods, the others four.

    Parameters
    ----------
    seed
        At least 0.
    cards
        1..1000.
    goods_per_card
        Numbers of spaces with goods, 0..6, each for the same number of cards (to within one).
    mouse_share
        Mice per space, 0..1; at most one per empty.
    """
    seed = arguments.check_int(seed, 0, name="seed")
    cards = arguments.check_int(cards, 1, MAX_CARDS, name="number of cards")
    kind = DeckKind(kind)
    share = arguments.check_number(mouse_share, 0, 1, name="mouse share")
    numbers = arguments.check_all(goods_per_card, object, name="goods per card")
    goods = [arguments.check_int(number, 0, SPACES, name="goods per card") for number in numbers]
    if not goods:
        raise InvalidInstanceError(f"invalid goods per card []: expected numbers of 0 to {SPACES}")
    counts = [goods[number % len(goods)] for number in range(cards)]
    empties = cards * SPACES - sum(counts)
    mice = round(share * (cards * SPACES))
    if mice > empties:
        most = f"{empties / (cards * SPACES):.3g} (empties per space)"
        raise InvalidInstanceError(f"invalid mouse share {share}: expected 0 to {most}")
    rng = np.random.default_rng(seed)
    faces = _deal_goods(rng, counts, CLUSTER_PULL if kind is DeckKind.CLUSTERED else 0.0)
    kinds = [index % len(EMPTIES) + len(GOODS) + 1 for index in range(empties)]
    mouse = np.where(np.arange(empties) < mice, MOUSE, 0)
    faces[faces == 0] = rng.permutation(kinds) + rng.permutation(mouse)
    rng.shuffle(faces)
    digits = max(2, len(str(cards)))
    deck = tuple(
        Card(f"c{number:0{digits}}", tuple(face))
        for number, face in enumerate(faces.tolist(), start=1)
    )
    return Deck(
        deck,
        name=f"{kind.value} {cards} #{seed}",
        provenance=(
            f"generated, version {DECK_VERSION}: {kind.value}, seed {seed}, {cards} cards; "
            + " ".join(f"{letter}={count}" for letter, count in composition(deck).items())
        ),
        assumed=True,
        why_assumed="the pictures of the published cards are not in the rulebook's text",
    )


def composition(cards: Sequence[Card]) -> dict[str, int]:
    """Return the count of each good and empty, by letter, and of mice under ``*``."""
    cards = arguments.check_all(cards, Card, name="cards")
    spaces = [space for card in cards for space in card.spaces]
    kinds = [kind_letter(space) for space in spaces]
    mice = sum(map(has_mouse, spaces))
    return {letter: kinds.count(letter) for letter in GOODS + EMPTIES} | {"*": mice}


def _deal_goods(rng: np.random.Generator, counts: Sequence[int], pull: float) -> Int64s:
    """Deal ``counts`` goods to the cards; other spaces are 0."""
    faces = np.zeros((len(counts), SPACES), dtype=np.int64)
    share, extra = divmod(sum(counts), len(GOODS))
    left = share + (np.arange(len(GOODS)) < extra)
    for face, count in zip(faces, counts, strict=True):
        for spot in rng.permutation(SPACES)[:count]:
            near = [face[other] for other in iter_spots(SPACE_MAP.neighbor_masks[spot])]
            weights = left * [1 + pull * near.count(good) for good in range(1, len(GOODS) + 1)]
            good = rng.choice(len(GOODS), p=weights / weights.sum())
            left[good] -= 1
            face[spot] = good + 1
    return faces
