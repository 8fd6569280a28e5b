"""The capability feed: what is known of each provider, model, dialect and mode, for other projects' tables."""
