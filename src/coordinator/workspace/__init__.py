"""Read, copy, search and check the frozen work under review, and run commands in a sandbox."""
