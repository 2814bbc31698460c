"""Synthetic photos of start grids, with ground truth.

The stages follow the light: a flat card, a table, a lamp, shadows and glare, a lens, a sensor, and
JPEG. The reader models no stage in this way. A seed determines each photo.
"""
