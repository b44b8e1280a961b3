"""What goes wrong on command: rate limits, failures, slowness, broken connections."""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from tests.servers.discord.errors import Refused


@dataclass(slots=True)
class Fault:
    """Something that befalls requests: waits ``delay`` seconds, then refuses, or cuts the connection before
    or after the work was done."""

    refused: Refused | None = None
    delay: float = 0.0
    cuts: str = ""
    """"before" or "after" the request is carried out, or not at all"""
    text: str | None = None
    """an answer that is no JSON, as a proxy in between gives"""
    status: int = 0


def failure(status: int = 500, message: str = "Internal Server Error", code: int = 0) -> Fault:
    return Fault(Refused(status, code, message))


def slow(seconds: float) -> Fault:
    return Fault(delay=seconds)


def cut(*, done: bool) -> Fault:
    """The connection breaks: after the work was done, or before it began."""
    return Fault(cuts="after" if done else "before")


def proxy_page(status: int = 502) -> Fault:
    return Fault(text="<html><body>Bad gateway</body></html>", status=status)


def too_many(retry_after: float, *, scope: str = "user", code: int | None = None) -> Fault:
    """429: of the route ("user"), of everything ("global"), or of the resource for everybody ("shared")."""
    refused = Refused(429, code or 0, "You are being rate limited.")
    if scope == "shared":
        refused.body["message"] = "The resource is being rate limited."
    refused.body |= {"retry_after": retry_after, "global": scope == "global"}
    if code is None:
        del refused.body["code"]
    refused.headers = {
        "Retry-After": str(math.ceil(retry_after)),
        "X-RateLimit-Scope": scope,
        "Via": "1.1 google",
    }
    if scope == "global":
        refused.headers["X-RateLimit-Global"] = "true"
    return Fault(refused)


@dataclass(slots=True)
class Bucket:
    """A fixed window of requests."""

    limit: int
    window: float
    left: int = 0
    resets: float = 0.0

    def take(self) -> bool:
        now = time.time()
        if now >= self.resets:
            self.left, self.resets = self.limit, now + self.window
        if self.left == 0:
            return False
        self.left -= 1
        return True


@dataclass(slots=True)
class _Planned:
    pattern: str
    fault: Fault
    times: int


@dataclass
class Faults:
    """What is planned, by ``METHOD /route`` with ``*`` for anything."""

    default: tuple[int, float] = (500, 1.0)
    """requests and seconds of every bucket that is not set on its own; generous, so that nothing waits"""
    limits: dict[str, tuple[int, float]] = field(default_factory=dict)
    """the same for single routes, such as ``{"POST /channels/{channel_id}/messages": (5, 5.0)}``"""
    _planned: list[_Planned] = field(default_factory=list)
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)

    def plan(self, on: str, fault: Fault, *, times: int = 1) -> None:
        """The next ``times`` requests to ``on`` are met by ``fault``; negative: all, until `clear`."""
        self._planned.append(_Planned(on, fault, times))

    def clear(self) -> None:
        self._planned.clear()

    def next(self, method: str, route: str, path: str) -> Fault | None:
        for planned in self._planned:
            met = fnmatchcase(f"{method} {route}", _escaped(planned.pattern)) or fnmatchcase(
                f"{method} {path}", _escaped(planned.pattern)
            )
            if met and planned.times != 0:
                planned.times -= 1
                return planned.fault
        return None

    def bucket(self, method: str, route: str, major: str) -> tuple[dict[str, str], bool]:
        """The headers about the bucket of a request, and whether it has any left."""
        name = f"{method} {route}"
        key = (name, major)
        if key not in self._buckets:
            self._buckets[key] = Bucket(*self.limits.get(name, self.default))
        bucket = self._buckets[key]
        granted = bucket.take()
        after = max(0.0, bucket.resets - time.time())
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{bucket.resets:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
        }
        return headers, granted

    async def wait(self, fault: Fault | None) -> None:
        if fault is not None and fault.delay:
            await asyncio.sleep(fault.delay)


def _escaped(pattern: str) -> str:
    """Parameters in braces are literal; brackets would be ranges otherwise."""
    return pattern.replace("[", "[[]")
