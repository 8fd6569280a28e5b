"""Verification: is an endpoint the model that it claims to be? It is compared with a reference, request by request."""
