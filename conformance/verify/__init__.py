"""Verification that an endpoint serves the model that it claims to serve. A study compares the endpoint with a
reference endpoint.
"""
