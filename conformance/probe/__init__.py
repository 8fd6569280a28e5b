"""Probes: the scenarios are played against a live endpoint, and judged; nothing is kept."""
