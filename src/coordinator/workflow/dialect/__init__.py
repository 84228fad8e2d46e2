"""The language of workflow files: its models, its reader and its checks."""
