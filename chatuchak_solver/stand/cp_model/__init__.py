"""CP-SAT decision model: a stand inside a box with a total between two limits.

Split into variables, constraints, and the model with its solver.
"""
