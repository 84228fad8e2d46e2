"""The language of workflow files, which is that of ElasticClaw with additions of coordinator.

ElasticClaw is another program that runs workflows. We read its files as they are.
"""
