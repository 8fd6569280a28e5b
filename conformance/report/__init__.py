"""Reports on verdicts, for people and for programs. The matrix is the main report."""
