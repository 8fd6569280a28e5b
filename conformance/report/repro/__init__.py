"""Scripts that show a root cause to the maintainers of a library. A script needs only the library and Python's standard
library.
"""
