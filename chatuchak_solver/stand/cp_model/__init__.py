"""CP-SAT decision model: does a stand inside a box score between two totals?

Split into variables, constraints, and the model with its solver.
"""
