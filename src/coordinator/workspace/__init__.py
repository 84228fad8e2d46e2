"""The frozen work under review: git, files, search, checks and processes."""
