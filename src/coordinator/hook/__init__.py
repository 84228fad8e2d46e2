"""The hook of CLI agents: it reviews the work when an agent wants to stop."""
