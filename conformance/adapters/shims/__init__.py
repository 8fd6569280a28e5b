"""Shims: the libraries that speak with many providers, used the way their users do, one module a library.

A shim hides nothing and repairs nothing of its library. Each needs its library installed; ``tools/adapters`` makes a
separate environment for each. The shims in ``node`` are programs on stdio.
"""
