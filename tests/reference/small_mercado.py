"""Markets small enough for exhaustive play."""

from __future__ import annotations

from typing import Any

__all__ = ["FEW_KINDS", "SCARCE", "SMALL", "TINY"]

TINY: dict[str, Any] = {
    "side": 2,
    "starting_coins": 1,
    "wooden_stands": 2,
    "stand_tiles": {"fish": 6, "meat": 6},
    "restaurant_tiles": {"sushi-bar": 1, "pub": 1},
    "marked_spaces": ["a1", "b2"],
    "customer_tiles": {"1 fish": 2, "1 fish+meat": 1, "2 fish": 1},
}
"""Four spaces: the first stand already triggers the end."""

SMALL: dict[str, Any] = {
    **TINY,
    "side": 3,
    "starting_coins": 2,
    "wooden_stands": 3,
    "stand_tiles": {"fish": 10, "meat": 9},
    "customer_tiles": {"1 fish": 3, "1 fish+meat": 2, "2 fish": 3},
}
"""Nine spaces: five turns or more."""

FEW_KINDS: dict[str, Any] = {
    **SMALL,
    "stand_tiles": {"fish": 16, "meat": 9},
    "restaurant_tiles": {"sushi-bar": 1, "pub": 2},
    "marked_spaces": ["b2", "c1"],
    "customer_tiles": {"1 fish": 4, "1 fish+meat": 2, "2 meat": 3},
}
"""Few kinds of tiles, for frequent triples."""

SCARCE: dict[str, Any] = {**FEW_KINDS, "stand_tiles": {"fish": 8, "meat": 8}}
"""Few stand tiles, so that the bag and the display run empty."""
