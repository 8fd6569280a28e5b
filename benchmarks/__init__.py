"""Benchmarks: ratios to others on the same input in the same run. ``python -m benchmarks --help``."""
