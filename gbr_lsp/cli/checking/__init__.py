"""What `check` is made of: looking at one file, at all of them, and what is done about what was found."""
