"""Reviews and councils as tools of an agent, by the Model Context Protocol, where the extra mcp is installed."""
