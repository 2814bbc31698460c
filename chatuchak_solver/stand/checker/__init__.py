"""The checker of plans: plain Python that shares nothing with the searches."""
