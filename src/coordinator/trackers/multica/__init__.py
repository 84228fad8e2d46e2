"""Multica as a tracker."""
