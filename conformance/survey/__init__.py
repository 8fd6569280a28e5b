"""The survey of other people's recordings. It keeps only facts, never the bytes."""
