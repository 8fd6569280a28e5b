"""Benchmarks: ratios to other readers, on the same input in the same run. ``python -m benchmarks --help``."""
