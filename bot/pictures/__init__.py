"""Boards as pictures, moving pictures, and words: values in, bytes or texts out."""
