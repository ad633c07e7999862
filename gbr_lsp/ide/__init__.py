"""What an editor shows: one module a feature, in the words of editors and without the types of the protocol."""
