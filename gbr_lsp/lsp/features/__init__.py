"""The requests of the protocol, one module each."""
