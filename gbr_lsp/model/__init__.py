"""A text as the linter sees it: blocks, studies, the roles of their codes, findings."""
