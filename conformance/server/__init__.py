"""The replay server. It plays every provider on loopback, from the cassettes."""
