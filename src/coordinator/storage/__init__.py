"""The SQLite files: runs, events, and the views read from them."""
