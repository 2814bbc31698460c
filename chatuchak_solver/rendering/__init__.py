"""Values shown as text, SVG and raster pictures; knows values, never solvers."""
