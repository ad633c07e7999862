"""Messages in and out: frames, the connection and how it ends, and the dispatch of each message."""
