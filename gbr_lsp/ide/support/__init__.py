"""What several features of the editor ask: what stands at the cursor, and what stands near it."""
