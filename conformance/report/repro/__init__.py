"""Scripts that show a root cause to a library's maintainers.

They need only the library and Python's standard library.
"""
