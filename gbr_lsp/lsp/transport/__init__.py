"""Messages in and out: frames, the connection and its ends, and what becomes of each message."""
