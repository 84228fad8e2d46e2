"""Put questions to the seats of a panel, and derive a verdict from their replies."""
