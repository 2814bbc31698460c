"""The decision model: whether a stand inside a box can score between two totals.

For Google OR-Tools' CP-SAT solver, split into its variables, its constraints and the question.
"""

from chatuchak_solver.stand.cp_model.model import Answer, StandModel

__all__ = ["Answer", "StandModel"]
