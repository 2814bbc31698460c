"""Games: their rules as evaluators, simulations and final scores."""
