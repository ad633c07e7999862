"""That a proof cannot be read or annotated, and why."""

_MAX_LENGTH = 120


class UnreadableProof(ValueError):
    """A file cannot be read or annotated; the message says why, in words that follow the name of the file."""


def message_of(error: Exception) -> str:
    """The first 120 characters of what a library says of an error, in one line; the name of its class for an empty
    message."""
    return " ".join(str(error).split())[:_MAX_LENGTH] or type(error).__name__
