"""The error for proofs that cannot be read or annotated."""

_MAX_LENGTH = 120


class UnreadableProof(ValueError):
    """A proof cannot be read or annotated; the message continues a sentence after the file's name."""


def message_of(error: Exception) -> str:
    """Return the message of `error` in one line of at most 120 characters, or the name of its
    class."""
    return " ".join(str(error).split())[:_MAX_LENGTH] or type(error).__name__
