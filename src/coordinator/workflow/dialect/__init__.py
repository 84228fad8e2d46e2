"""The language of workflow files: what a file may say, how it is read, and what is wrong with one."""
