"""Shims: the libraries that speak with many providers, used the way their users do, one module a library.

A shim hides nothing and repairs nothing: what its library loses is lost. Each needs its library, and no two of them
need be installed together: ``tools/adapters`` makes an environment for each. Those in ``node`` are programs on stdio.
"""
