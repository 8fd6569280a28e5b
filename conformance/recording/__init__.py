"""Recording: cassettes, the origin of their exchanges, and the commands that make cassettes."""
