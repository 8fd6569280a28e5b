"""Bundles: folders of recordings that somebody submits, with the origin of each and the verdicts on it."""
