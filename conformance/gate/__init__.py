"""The gate: it compares an adapter's results with a list of known failures, and returns a verdict."""
