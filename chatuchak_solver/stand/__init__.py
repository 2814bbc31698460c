"""The market stand card game: cards, stands, scoring and the search for the best stand."""

from chatuchak_solver.stand.card import Card
from chatuchak_solver.stand.deck import Deck, shipped_deck
from chatuchak_solver.stand.groups import tally
from chatuchak_solver.stand.picture import Picture
from chatuchak_solver.stand.placement import Placement
from chatuchak_solver.stand.stand import Stand

__all__ = ["Card", "Deck", "Picture", "Placement", "Stand", "shipped_deck", "tally"]
