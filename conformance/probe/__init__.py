"""Probes of endpoints.

A probe sends the requests of scenarios to a running endpoint, and judges the answers. It writes no cassettes.
"""
