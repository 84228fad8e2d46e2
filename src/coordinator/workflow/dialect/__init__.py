"""The language of workflow files: the language of ElasticClaw, with additions of our own.

ElasticClaw is another program that runs workflows. We can read its files without changes.
"""
