"""Kernels and constants of the page's solver, for ``static/solver/grid_solver.js``.

``static/solver/module.js`` calls kernels by the types of their annotations (`web_module`).
"""

import numpy as np

from chatuchak_generators.kernels import start_grids
from chatuchak_solver.analysis.kernels import move_kinds, optimal_paths, simulated_player
from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.puzzle.kernels import start_rules
from chatuchak_solver.search.kernels import goal_layout, goal_workspace, state_fields
from chatuchak_solver.search.kernels import pattern_database as databases
from chatuchak_solver.search.kernels.goal_driver import search_grids
from chatuchak_solver.search.kernels.ranking import fill_rank_tables
from chatuchak_solver.search.kernels.splitmix import scramble

_make_tables = kernel(goal_workspace.make_tables)


def make_tables(counts: Int64s, rows: int, columns: int) -> goal_layout.Tables:
    """Return the tables of a board of up to 32 spots."""
    return _make_tables(counts, rows, columns, np.uint32)


EXPORTS = (
    *(make_tables, goal_workspace.make_workspace, goal_workspace.begin_search, search_grids),
    *(fill_rank_tables, databases.advance_database, databases.color_distance),
    *(simulated_player.play_games, optimal_paths.collect_positions),
    *(optimal_paths.link_positions, optimal_paths.share_visits),
    *(start_grids.fill_start_grids, scramble, start_grids.below),
    *(start_rules.find_breaches, move_kinds.kind_of),
)
MODULES = {
    "layout": goal_layout,
    "workspace": goal_workspace,
    "cells": state_fields,
    "databases": databases,
    "paths": optimal_paths,
    "player": simulated_player,
    "start_grids": start_grids,
}
CONSTANTS = {
    **{
        group: {name: value for name, value in vars(module).items() if type(value) in (int, float)}
        for group, module in MODULES.items()
    },
    "start_rules": start_rules.START_RULES,
    "move_kinds": move_kinds.MOVE_KINDS,
}
