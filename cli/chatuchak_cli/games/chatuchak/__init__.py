"""Another way to set the game up: random start grids."""

from typing import Final

SET_UPS: Final = {"random": "chatuchak_generators.game_setups:chatuchak_with_random_grids"}
