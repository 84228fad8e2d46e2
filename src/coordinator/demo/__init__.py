"""The demonstration: judges reject work and accept it after rework. A person decides other work."""
