"""Recording: cassettes, their provenance, and the commands that make them."""
