"""What is wrong with tracker and seats, and how to fix it."""
