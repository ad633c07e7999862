"""Messages in and out: frames, the connection and its end, and the dispatch."""
