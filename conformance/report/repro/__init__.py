"""Scripts that show a root cause to the library's maintainers: the library, Python's own library, and nothing else."""
