"""Drift: comparison of a provider's present answers, its recorded ones, and its SDK's types."""
