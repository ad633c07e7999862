"""Edits of a document: codes in another form, codes and boards, ignore comments."""
