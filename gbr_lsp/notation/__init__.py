"""GBR codes: values, spellings, search, reading, and the boards they describe."""
