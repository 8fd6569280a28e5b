"""Bundles: folders of recordings that somebody submits, with the origin of each recording and the verdicts on it."""
