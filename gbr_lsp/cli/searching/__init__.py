"""The parts of `gbr-lsp search`: the files, the codes found in them, and the output."""
