"""The capability feed: facts about each provider, model, dialect and mode, for other projects' tables."""
