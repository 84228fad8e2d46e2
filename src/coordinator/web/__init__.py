"""The dashboard: live pages about every review, run and council, and forms for people to act."""
