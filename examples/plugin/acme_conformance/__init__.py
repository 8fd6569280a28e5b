"""The additions of Acme to toolcall-conformance: a text format, a dialect and the data in ``providers/``."""
