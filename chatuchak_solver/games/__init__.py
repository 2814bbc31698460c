"""Complete rules of the games as pure state machines over one contract."""

from chatuchak_solver.games.contract import (
    ANYONE,
    CHANCE,
    GameState,
    SetupOption,
    play_log,
    sample_chance,
)
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.registry import GAMES, GameEntry, game_entry

__all__ = [
    "ANYONE",
    "CHANCE",
    "GAMES",
    "GameEntry",
    "GameRecord",
    "GameState",
    "SetupOption",
    "game_entry",
    "play_log",
    "sample_chance",
]
