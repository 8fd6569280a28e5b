"""Drift: the comparison of a provider's present answers with its recorded answers and with its SDK's types."""
