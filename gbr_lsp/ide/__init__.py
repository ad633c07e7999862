"""The features of an editor, a module each, without the types of the protocol."""
