"""The capability feed: facts about each provider, model, dialect and mode.

Other projects can use them in their tables.
"""
