"""Shims for libraries that speak with many providers. Each module uses a library the way the library's users do.

A shim hides no fault of its library, and repairs none. Each shim needs its library installed: ``tools/adapters`` makes
a separate environment for each. The shims in ``node`` are programs on stdio.
"""
