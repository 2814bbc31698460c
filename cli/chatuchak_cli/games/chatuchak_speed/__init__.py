"""Another way to set the game up: random start grids."""

SET_UPS = {"random": "chatuchak_generators.game_setups:chatuchak_speed_with_random_grids"}
