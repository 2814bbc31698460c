"""Synthetic photos of start grids, with ground truth.

The stages follow the light: a flat card, a table, a lamp, shadows and glare, a lens, a sensor, and
JPEG. None of them is the reader's model. A seed determines each photo.
"""
