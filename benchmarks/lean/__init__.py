"""The least that the far end of a benchmark, or a peer in it, can be."""
