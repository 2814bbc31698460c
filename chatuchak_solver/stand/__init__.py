"""The market stand card game: cards, stands, scoring and the search for the best stand."""

from chatuchak_solver.stand.card import ROTATIONS, Card, Rotation
from chatuchak_solver.stand.deck import Deck, load_deck, shipped_deck
from chatuchak_solver.stand.groups import GoodTally, StandTally, find_groups, tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Placement, Position
from chatuchak_solver.stand.scoring import Entry, FinalScore, PlayerScore, Variant, score
from chatuchak_solver.stand.space import EMPTIES, GOODS, MOUSE, NO_CARD
from chatuchak_solver.stand.stand import STAND_CARDS, Stand

__all__ = [
    "EMPTIES",
    "GOODS",
    "MOUSE",
    "NO_CARD",
    "ROTATIONS",
    "STAND_CARDS",
    "Card",
    "Deck",
    "Entry",
    "FinalScore",
    "GoodTally",
    "Picture",
    "Placement",
    "PlayerScore",
    "Position",
    "Rotation",
    "Stand",
    "StandTally",
    "Variant",
    "find_groups",
    "load_deck",
    "score",
    "shipped_deck",
    "tally",
]
