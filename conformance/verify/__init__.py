"""Verification: is an endpoint the model that it claims to be? Repeated requests, compared with a reference endpoint."""
