"""Text that nobody vouches for, read into typed data; pure."""
