"""The decision model: whether a stand inside a box can score between two totals.

For Google OR-Tools' CP-SAT solver, split into its variables, its constraints and the question.
"""
