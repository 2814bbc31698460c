"""Shipped data."""
