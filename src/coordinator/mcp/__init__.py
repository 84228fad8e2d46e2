"""The MCP server: tools with which agents have their work reviewed."""
