"""Compressing what the gateway sends, as one stream for each connection."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

Packer = Callable[[bytes], bytes]


def packer(kind: str) -> Packer:
    """A packer for one connection. ``kind`` is what the client asks for; what cannot be done is a ValueError:
    zstd only with the library that the client itself uses for it."""
    if kind == "zlib-stream":
        deflate = zlib.compressobj()
        return lambda data: deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream" and find_spec("zstandard"):
        library = import_module("zstandard")
        stream = library.ZstdCompressor().compressobj()
        block = library.COMPRESSOBJ_FLUSH_BLOCK
        return lambda data: bytes(stream.compress(data) + stream.flush(block))
    if kind == "zstd-stream" and find_spec("compression") and find_spec("compression.zstd"):
        compressor = import_module("compression.zstd").ZstdCompressor()
        return lambda data: bytes(compressor.compress(data, mode=compressor.FLUSH_BLOCK))
    raise ValueError(kind)
