"""Probes: the scenarios are played against a live endpoint, and the answers are judged. Nothing is kept."""
