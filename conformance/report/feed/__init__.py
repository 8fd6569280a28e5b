"""The capability feed: facts about each provider, model, dialect and mode.

Other projects can copy these facts into their tables of models.
"""
