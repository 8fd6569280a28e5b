"""Drift: the comparison of a provider's current answers with its recorded answers and with the types of its SDK."""
