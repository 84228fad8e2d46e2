"""Pure functions that read untrusted text into typed data, or raise an error with the cause."""
