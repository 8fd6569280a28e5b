"""Recording: cassettes, their provenance, and making them."""
