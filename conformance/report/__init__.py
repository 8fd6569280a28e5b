"""Reports on verdicts, for people and for machines: the matrix, and the documents beside it."""
