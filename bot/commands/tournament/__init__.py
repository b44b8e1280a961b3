"""Tournaments in a chat: the files of events, and the commands by which they are run."""
