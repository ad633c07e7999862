"""Lists of men in words: how many are read, how many sound codes they blame, and how many damaged ones they name."""
