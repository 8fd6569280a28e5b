"""The gate: the verdict on an adapter's results, compared with its known failures."""
