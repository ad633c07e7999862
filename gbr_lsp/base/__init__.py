"""What everything stands on: text and bytes, files, regular expressions compiled late, work in steps."""
