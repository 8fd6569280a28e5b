"""Recording: cassettes, what is kept in them, and making them."""
