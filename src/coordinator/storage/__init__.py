"""Store runs and their events, in SQLite files or in PostgreSQL."""
