"""The commands that every game has.

Each module has `options`, which makes the command's options for a game, and `command`, whose
docstring is the help; the game's `GameCommands` fills its braces.
"""
