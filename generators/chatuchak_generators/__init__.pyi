__all__: list[str]

from chatuchak_generators.daily import daily_grid as daily_grid
from chatuchak_generators.decks import DeckKind as DeckKind
from chatuchak_generators.decks import composition as composition
from chatuchak_generators.decks import generate_deck as generate_deck
from chatuchak_generators.exercises import Exercise as Exercise
from chatuchak_generators.exercises import generate_exercises as generate_exercises
from chatuchak_generators.game_setups import (
    chatuchak_speed_with_random_grids as chatuchak_speed_with_random_grids,
)
from chatuchak_generators.game_setups import (
    chatuchak_with_random_grids as chatuchak_with_random_grids,
)
from chatuchak_generators.guided import Wanted as Wanted
from chatuchak_generators.made_to_order import even_targets as even_targets
from chatuchak_generators.made_to_order import make_set as make_set
from chatuchak_generators.made_to_order import make_to_order as make_to_order
from chatuchak_generators.order import MadeGrid as MadeGrid
from chatuchak_generators.order import Making as Making
from chatuchak_generators.order import Order as Order
from chatuchak_generators.record_search import search_records as search_records
from chatuchak_generators.source import StartGridSource as StartGridSource
from chatuchak_generators.start_grids import StartGrid as StartGrid
from chatuchak_generators.start_grids import StartGridBatch as StartGridBatch
from chatuchak_generators.start_grids import bulk_start_grids as bulk_start_grids
from chatuchak_generators.start_grids import generate_start_grids as generate_start_grids
from chatuchak_generators.start_grids import start_grid as start_grid
from chatuchak_generators.start_grids import start_grid_batches as start_grid_batches
from chatuchak_generators.tile_selection import TileSet as TileSet
from chatuchak_generators.tile_selection import tile_set as tile_set
