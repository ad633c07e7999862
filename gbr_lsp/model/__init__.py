"""The model of a text: blocks, documents, studies, the roles of codes, findings."""
