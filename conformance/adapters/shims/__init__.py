"""Shims for libraries that can call many providers. Each module uses a library the way the library's users do.

A shim hides no fault of its library, and repairs none. A shim needs its library. ``tools/adapters`` installs each
library in a separate environment. The shims in ``node`` are programs on stdio.
"""
