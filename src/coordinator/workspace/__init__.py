"""The work under review, frozen: git, files, search, checks, processes."""
