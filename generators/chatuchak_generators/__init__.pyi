from chatuchak_generators.annealing import Range
from chatuchak_generators.decks import DeckKind, composition, generate_deck
from chatuchak_generators.exercises import Exercise, generate_exercises
from chatuchak_generators.game_setups import (
    chatuchak_speed_with_random_grids,
    chatuchak_with_random_grids,
)
from chatuchak_generators.order import MadeGrid, Order, Quality
from chatuchak_generators.record_search import Attempt, Extreme, RecordSearch, search_records
from chatuchak_generators.start_grids import (
    StartGrid,
    StartGridBatch,
    StartGridSource,
    bulk_start_grids,
    daily_grid,
    generate_start_grids,
    start_grid,
    start_grid_batches,
)
from chatuchak_generators.targeted import GenerationJob, even_targets, make_set, make_to_order
from chatuchak_generators.tile_selection import TileSet, tile_set

__all__ = [
    "Attempt",
    "DeckKind",
    "Exercise",
    "Extreme",
    "GenerationJob",
    "MadeGrid",
    "Order",
    "Quality",
    "Range",
    "RecordSearch",
    "StartGrid",
    "StartGridBatch",
    "StartGridSource",
    "TileSet",
    "bulk_start_grids",
    "chatuchak_speed_with_random_grids",
    "chatuchak_with_random_grids",
    "composition",
    "daily_grid",
    "even_targets",
    "generate_deck",
    "generate_exercises",
    "generate_start_grids",
    "make_set",
    "make_to_order",
    "search_records",
    "start_grid",
    "start_grid_batches",
    "tile_set",
]
