"""Kernels that decide the colors of photographed spots."""
