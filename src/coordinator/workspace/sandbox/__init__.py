"""Commands in a sandbox: its mounts and limits, its launcher, and the end of all its processes."""
