"""Verification: is an endpoint the model that it claims to be? Repeated requests, held against a reference endpoint."""
