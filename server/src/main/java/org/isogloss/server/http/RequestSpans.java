// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A span for each request, as part of the trace of its client (W3C Trace Context). Attributes have
 * the names of OpenTelemetry's conventions for HTTP. Without an SDK, nothing is recorded.
 */
public final class RequestSpans {
  private static final String SCOPE = "org.isogloss.server";
  private static final int SERVER_ERROR = 500;

  private final Tracer tracer;

  /**
   * Creates spans.
   *
   * @param telemetry receives the spans
   */
  public RequestSpans(OpenTelemetry telemetry) {
    this.tracer = telemetry.getTracer(SCOPE, ServerVersion.text());
  }

  /** Reads the headers of a request. */
  private static final class Headers implements TextMapGetter<Request.Head> {
    /** Not needed: names are known. */
    @Override
    public Iterable<String> keys(Request.Head head) {
      return List.of();
    }

    @Override
    public @Nullable String get(Request.@Nullable Head head, String name) {
      return head == null ? null : head.header().apply(name).orElse(null);
    }
  }

  /** Begins the span of a request. */
  Span begin(Request.Head head) {
    Context parent =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), head, new Headers());
    return tracer
        .spanBuilder(head.method())
        .setParent(parent)
        .setSpanKind(SpanKind.SERVER)
        .setAttribute("http.request.method", head.method())
        .setAttribute("url.path", head.path())
        .startSpan();
  }

  /** Returns the id of the trace of a span; empty if it belongs to none. */
  static Optional<String> traceId(Span span) {
    return span.getSpanContext().isValid()
        ? Optional.of(span.getSpanContext().getTraceId())
        : Optional.empty();
  }

  /** Ends the span of a request. */
  static void end(Span span, Exchange exchange) {
    exchange
        .route()
        .ifPresent(
            route -> {
              span.updateName(exchange.method() + " " + route);
              span.setAttribute("http.route", route);
            });
    span.setAttribute("http.response.status_code", exchange.status());
    if (exchange.status() >= SERVER_ERROR) {
      span.setAttribute("error.type", String.valueOf(exchange.status()));
      span.setStatus(StatusCode.ERROR);
    }
    span.end();
  }
}
