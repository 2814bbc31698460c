"""Photos of start grids that never were, with the truth beside them.

A picture is made in the order that light takes: a card drawn in its own plane, a table under it, a
lamp, shadows and glare on both, a lens, a sensor, and JPEG. None of it is the model that the reader
of photos fits, and all of it follows from a seed.
"""
