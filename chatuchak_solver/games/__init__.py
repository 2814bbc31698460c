"""Complete rules of the games as pure state machines over one contract."""

from chatuchak_solver.games.contract import CHANCE, GameState, play_log, sample_chance
from chatuchak_solver.games.registry import game_entry
from chatuchak_solver.games.session import GameRecord

__all__ = ["CHANCE", "GameRecord", "GameState", "game_entry", "play_log", "sample_chance"]
