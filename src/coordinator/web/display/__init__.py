"""What templates compute: pure functions over the read models, text as people read it, charts and graphs."""
