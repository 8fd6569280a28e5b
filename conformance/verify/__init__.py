"""Verification that an endpoint serves the model that it claims to serve. A reference endpoint is the standard."""
