"""Reports on verdicts, for people and for machines. The matrix is the main report."""
