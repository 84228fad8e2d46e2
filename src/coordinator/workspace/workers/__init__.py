"""Worker processes that read the author's bytes, and can only compute."""
