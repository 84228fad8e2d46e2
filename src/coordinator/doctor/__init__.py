"""Check this machine, the tracker and the seats, and say how to fix each problem."""
