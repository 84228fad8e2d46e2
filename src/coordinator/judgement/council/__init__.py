"""The arithmetic of a council: votes, agreement, uncertainty, and its best single member."""
