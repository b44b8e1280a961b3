"""Health and metrics over HTTP, on this machine only: ``/health`` and ``/metrics`` (Prometheus)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from types import TracebackType
from typing import Any, Self
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, make_wsgi_app
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from bot.metrics import Metrics

LOOPBACK = "127.0.0.1"
LONGEST_SILENCE = 30.0
"""seconds without a pulse after which the program counts as ill: three times what a pulse may take"""
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

_Start = Callable[[str, list[tuple[str, str]]], Any]


class Monitor(Metrics):
    """Counts, and answers who asks on ``port``, 0 for any; ``address`` says where."""

    is_watched = True

    def __init__(self, port: int) -> None:
        """Raises OSError where the port is taken."""
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self._handled = Histogram(
            "damka_input_seconds",
            "From an input to its stored answer",
            ("command", "outcome"),
            buckets=_SECONDS,
            registry=registry,
        )
        self._sent = Histogram(
            "damka_send_seconds",
            "What a platform took to take a message",
            ("platform", "outcome"),
            buckets=_SECONDS,
            registry=registry,
        )
        self._retried = Counter(
            "damka_retries", "Messages that will be tried again", ("platform",), registry=registry
        )
        self._queued = Gauge("damka_queue", "What waits", ("queue",), registry=registry)
        self._late = Histogram(
            "damka_late_seconds",
            "How long after its time something due was done",
            buckets=_SECONDS,
            registry=registry,
        )
        self._pulse = Gauge("damka_pulse", "When the program last said that it lives", registry=registry)
        self.alive = time.monotonic()
        self._metrics = make_wsgi_app(registry)
        self._server = make_server(LOOPBACK, port, self._answer, _Server, _Quiet)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def handled(self, command: str, seconds: float, outcome: str) -> None:
        self._handled.labels(command, outcome).observe(seconds)

    def sent(self, platform: str, outcome: str, seconds: float) -> None:
        self._sent.labels(platform, outcome).observe(seconds)

    def retried(self, platform: str) -> None:
        self._retried.labels(platform).inc()

    def queued(self, inbox: int, outbox: int) -> None:
        self._queued.labels("inbox").set(inbox)
        self._queued.labels("outbox").set(outbox)

    def late(self, seconds: float) -> None:
        self._late.observe(seconds)

    def pulse(self) -> None:
        self.alive = time.monotonic()
        self._pulse.set_to_current_time()

    def _answer(self, environ: dict[str, Any], start: _Start) -> Iterable[bytes]:
        match environ["PATH_INFO"]:
            case "/metrics":
                answer: Iterable[bytes] = self._metrics(environ, start)
                return answer
            case "/health":
                silent = time.monotonic() - self.alive
                status = "200 OK" if silent <= LONGEST_SILENCE else "503 Service Unavailable"
                body = f"last sign of life {silent:.0f} s ago\n"
            case _:
                status, body = "404 Not Found", "/health and /metrics are here\n"
        start(status, [("Content-Type", "text/plain; charset=utf-8")])
        return [body.encode()]


class _Server(ThreadingMixIn, WSGIServer):
    """One slow reader does not keep the next one waiting."""

    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    """Keeps no log of requests."""

    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:
        pass
