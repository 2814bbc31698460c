"""The simulated player of the difficulty formula, and its units; without numba."""

SCALE_BITS = 8
SCALE = 1 << SCALE_BITS
"""Units of a judgment and its error per move."""

WIDTH, LOOK_AHEAD, PLAYS, ERROR, PATIENCE = 16, 6, 2, 0.5, 60
"""See `chatuchak_solver.analysis.simulated_player.SimulatedPlayer`."""
PLAYER_SEED = 1

SLICE_BUDGET = 400_000
"""Regions placed per slice when listing goal positions."""
