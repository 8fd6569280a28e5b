"""Verification that an endpoint serves the model that it claims to serve. It is compared with a reference endpoint."""
