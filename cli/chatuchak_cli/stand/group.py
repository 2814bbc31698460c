"""The ``stand`` group: placements, plans and pictures of market stands, and decks."""

from chatuchak_cli.shared.lazy import lazy_group


@lazy_group({
    "place": ("stand.place", "Rank the next placements."),
    "plan": ("stand.plan:plan", "Find the best stand of given cards, with proof."),
    "review": ("stand.plan:review", "Show the loss of each placement."),
    "verify": ("stand.plan:verify", "Check the certificate of a proof."),
    "show": ("stand.show:show", "Show stands in color or as SVG."),
    "deck": ("stand.show:deck", "Show, generate or check a deck."),
})  # fmt: skip
def command() -> None:
    """Find the best placements for a market stand; show stands and decks."""
