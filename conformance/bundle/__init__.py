"""Bundles: recordings that somebody submits, with where they come from and the verdicts on them."""
