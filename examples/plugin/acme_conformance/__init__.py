"""Acme's additions to toolcall-conformance: a text format, a dialect and the data in ``providers/``."""
