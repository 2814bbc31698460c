"""The commands that every game has.

Each module has `options`, which makes the command's options for a game, and `command`, whose
docstring is the help; what stands in braces there is told by the game's `GameCommands`.
"""
