"""Where the goal-directed kernels keep what: cells of their arrays, stages, words of return."""

# Cells of the state array: what the search needs to go on where it stopped.
BOUND = 0  # the f-bound T: no solution is shorter
PART = 1  # the part of the goal positions that the enumeration comes to next
NODES = 2  # node expansions
BUDGET = 3  # expansions and placements, together, at which the slice ends
GOALS = 4  # goal positions stored
GOAL_INDEX = 5  # the next stored goal to search
FORGOT = 6  # 1 when goals did not fit, so that later bounds must enumerate them again
DEPTH = 7  # moves made in the depth-first search under way, -1 where none is
LEVEL = 8  # colors placed in the enumeration under way
ENTERING = 9  # 1 when the enumeration has just come down to LEVEL
LAST_COLOR = 10  # the last color in the enumeration, while its regions are gone through
LAST_WORD = 11  # where it is among them; -1 where it is not
FIRST = 12  # 1 while the first bound is searched
ROOT_BOUND = 13  # the Lagrangian bound in price units, without the survivors' pair bounds
PRICE_SUM = 14  # the sum of all prices
EXAMINED = 15  # goal positions examined
PLACED = 16  # regions placed in the enumeration
STAGE = 17  # what the search is at: one of the stages below
GRID = 18  # the grid of the batch under way
LISTED_BOUND = 19  # where goal positions are only listed, the bound of all; else 0
NEXT_ROW = 20  # where the next conflict row begins
STATE_CELLS = 21

# Stages of a search, in the order that each bound goes through them.
BEGIN, STORED, OLD_REGIONS, LIST, NEW_REGIONS = range(5)

# Cells of a level of the enumeration, and of a node of the depth-first search.
REMAINING, COLOR, WORD, SLACK, TOTAL, USED, PLACE = range(7)
EMPTY, JUST_MOVED, MOVES, H, MOVED, MOVED_COLOR, OLD_COST, OLD_FORCED = range(8)

# Cells of the memo.
BOOTHS, REGION, COST, FORCED = range(4)

# Cells of the result of a grid.
LENGTH, LOWER_BOUND, EXPANSIONS, GOALS_EXAMINED, REGIONS_PLACED = range(5)
RESULT_CELLS = 5

UNEXPANDED = -1
"""In MOVES: the node's moves are not generated yet."""

NOTHING = 0
"""What a search kernel returns when it has gone through everything within the bound."""
SLICE_OVER = -1
"""What it returns when the node budget is used up; a positive number is a solution's length."""
GOAL_FOUND = -2
"""What the enumeration returns when a goal position is to be searched."""
NO_SOLUTION = -3
"""What it returns when no solution has `MAX_LENGTH` moves or fewer."""
GOALS_LISTED = -4
"""What it returns when it has listed the goal positions within the bound."""
FINISHED = 0
"""What a batch returns when every grid has its result."""
