"""Probes: the scenarios are played to a running endpoint, and its answers are judged. Nothing is kept."""
