"""Byte-to-byte transforms of real answers: what gateways, networks and careless servers do to them."""
