"""Generators of start grids, tile sets, decks and game setups.

``__init__.pyi`` lists the functions, imported at first use. Equal seeds give equal results.

Examples
--------
Generate random start grids by the rulebook's procedure:

>>> from chatuchak_generators import generate_start_grids
>>> [str(start.grid) for start in generate_start_grids(1, seed=1)]
['.GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR']

Generate many start grids as arrays:

>>> from chatuchak_generators import bulk_start_grids
>>> batch = bulk_start_grids(1000, seed=1)
>>> batch.texts()[0]
'.GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR'

Generate grids with an optimal length of 19 to 20 moves:

>>> from chatuchak_generators import Range, make_to_order
>>> [made.value for made in make_to_order(3, Range(19, 20))]
[19, 20, 20]

Generate distinct tiles that span a range evenly:

>>> from chatuchak_generators import Range, even_targets, make_set
>>> [made.value for made in make_set(even_targets(4, Range(19, 22)))]
[19, 20, 21, 22]

Search for a record:

>>> from chatuchak_generators import search_records
>>> found = next(search_records("hardest", seed=1, restarts=1, steps=50))
>>> found.extreme, found.restart, found.length > 18
('hardest', 0, True)

Generate a plausible deck for the market stand game:

>>> from chatuchak_generators import composition, generate_deck
>>> deck = generate_deck(seed=1)
>>> len(deck.cards), composition(deck.cards)["*"]
(40, 48)
"""

from chatuchak_solver.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__, __file__, renamed={"Making": "GenerationJob", "Wanted": "Range"}
)
