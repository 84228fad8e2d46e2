"""Pull requests as submissions, on GitHub and on Gitea or Forgejo."""
