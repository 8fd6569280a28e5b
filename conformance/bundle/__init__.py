"""Bundles: recordings that somebody submits, with their origin and the verdicts on them."""
