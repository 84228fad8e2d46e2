"""The MCP door: tools for agents that let their work be reviewed."""
