"""Layout of packed states, for kernels and for Python; see `packed_state`."""

EMPTY_CODE = 7
"""The code of the empty spot in the three planes; color c has the code 1 + c."""
PREVIOUS_SHIFT = 32
"""Offset of the previous empty spot in a state's second word (5 bits)."""
MAX_CHILDREN = 32
"""Upper limit of the number of children of one state."""
