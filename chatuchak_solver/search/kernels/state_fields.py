"""Array cells, stages and return codes of the goal-directed kernels."""

# State array, for resumption.
BOUND = 0  # the f-bound T: no solution is shorter
PART = 1  # the next part of the goal positions to enumerate
NODES = 2  # node expansions
BUDGET = 3  # limit of expansions plus placements for the slice
GOALS = 4  # number of stored goal positions
GOAL_INDEX = 5  # the next stored goal to search
FORGOT = 6  # 1 if goals did not fit, so that later bounds must enumerate them again
DEPTH = 7  # current depth of the depth-first search, -1 if inactive
LEVEL = 8  # number of placed colors in the current enumeration
ENTERING = 9  # 1 on entry to LEVEL
LAST_COLOR = 10  # the last color in the enumeration, while its regions are enumerated
LAST_WORD = 11  # its current word of regions, -1 if inactive
FIRST = 12  # 1 while the first bound is searched
ROOT_BOUND = 13  # the Lagrangian bound in price units, without the survivors' pair bounds
PRICE_SUM = 14  # the sum of all prices
EXAMINED = 15  # examined goal positions
PLACED = 16  # regions placed in the enumeration
STAGE = 17  # current stage, see below
GRID = 18  # current grid of the batch
LISTED_BOUND = 19  # the bound of a listing without search, otherwise 0
NEXT_ROW = 20  # start of the next conflict row
STATE_CELLS = 21

# Stages of a search, in the order of each bound.
BEGIN, STORED, OLD_REGIONS, LIST, NEW_REGIONS = range(5)

# A level of the enumeration, and a node of the depth-first search.
REMAINING, COLOR, WORD, SLACK, TOTAL, USED, PLACE = range(7)
EMPTY, JUST_MOVED, MOVES, H, MOVED, MOVED_COLOR, OLD_COST, OLD_FORCED = range(8)

# Two bits of a pair of regions, the lower one set if they leave no pocket.
UNKNOWN, POCKET, FITTING = 0, 2, 3

# The memo.
BOOTHS, REGION, COST, FORCED = range(4)

# The result of a grid.
LENGTH, LOWER_BOUND, EXPANSIONS, GOALS_EXAMINED, REGIONS_PLACED = range(5)
RESULT_CELLS = 5

UNEXPANDED = -1
"""In MOVES: the node's moves are not generated yet."""

NOTHING = 0
"""Search: the bound is exhausted."""
SLICE_OVER = -1
"""Search: the node budget is used up; a positive number is a solution's length."""
GOAL_FOUND = -2
"""Enumeration: the next goal position is ready."""
NO_SOLUTION = -3
"""Enumeration: no solution has `MAX_LENGTH` moves or fewer."""
GOALS_LISTED = -4
FINISHED = 0
"""Batches: every grid has its result."""
