"""Kernels that determine the colors of photographed spots."""
