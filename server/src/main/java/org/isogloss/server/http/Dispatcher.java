// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.isogloss.core.DeadlineExceededException;
import org.isogloss.core.util.Excerpt;

/**
 * Answers the requests of a Helidon server by routes. Errors and logs contain no paths of the
 * server, no texts of documents and no stack traces; an unexpected failure is logged with the id of
 * its request, and with its stack trace only at the level DEBUG.
 */
public final class Dispatcher implements Handler {
  private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());
  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,128}");

  private static final String OTHER = "other";

  private final RouteTable routes;
  private final AccessTokens tokens;
  private final OriginPolicy origins;
  private final RequestPool pool;
  private final MemoryBudget memory;
  private final int maxBody;
  private final RequestSpans spans;
  private final RequestListener listener;

  /**
   * Creates a dispatcher.
   *
   * @param pool runs the endpoints that compute; closed by the caller
   * @param memory the memory of the bodies of all requests
   * @param maxBody maximum size of a body that is read as a whole, in bytes
   */
  public Dispatcher(
      RouteTable routes,
      AccessTokens tokens,
      OriginPolicy origins,
      RequestPool pool,
      MemoryBudget memory,
      int maxBody,
      RequestSpans spans,
      RequestListener listener) {
    this.routes = routes;
    this.tokens = tokens;
    this.origins = origins;
    this.pool = pool;
    this.memory = memory;
    this.maxBody = maxBody;
    this.spans = spans;
    this.listener = listener;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    long start = System.nanoTime();
    Request.Head head = head(request);
    // A connection that is closed meanwhile, because the client is silent, has no address.
    String client = request.remotePeer().host();
    String id =
        head.header()
            .apply("x-request-id")
            .filter(given -> REQUEST_ID.matcher(given).matches())
            .orElseGet(Dispatcher::newId);
    Optional<String> origin = head.header().apply("origin");
    Optional<RouteTable.Match> match = Optional.empty();
    Reply reply;
    long sent = 0;
    Span span = spans.begin(head);
    boolean close = head.header().apply("connection").filter("close"::equalsIgnoreCase).isPresent();
    try (MemoryBudget.Share share = memory.share()) {
      try {
        origins.require(request.authority(), origin);
        if (origins.isPreflight(head)) {
          reply = OriginPolicy.preflight(routes.methods(head.path()));
        } else {
          match = Optional.of(routes.find(head.method(), head.path()));
          reply = answer(id, head, match.get(), request, share, span);
        }
      } catch (RequestException e) {
        reply = error(match, head, e);
      } catch (DeadlineExceededException e) {
        reply =
            error(
                match,
                head,
                RequestException.of(RequestException.Reason.UNAVAILABLE, e.getMessage()));
      } catch (SlowClientException e) {
        close = true;
        reply =
            error(
                match, head, RequestException.of(RequestException.Reason.TOO_SLOW, e.getMessage()));
      } catch (IOException
          | UncheckedIOException
          | CloseConnectionException
          | DataReader.InsufficientDataAvailableException e) {
        close = true; // Where the next request begins is not known.
        reply =
            error(
                match,
                head,
                RequestException.of(
                    RequestException.Reason.INVALID,
                    "the body of the request ended early, or its chunks or its compression are"
                        + " malformed"));
      } catch (RuntimeException | Error e) {
        reply = error(match, head, unexpected(id, match, e));
      }
      reply = origins.readable(reply.withHeader("x-request-id", id), origin);
      // A connection of HTTP/2 has other requests, and no such header.
      close = close && request.prologue().protocolVersion().startsWith("1");
      if (close) {
        reply = reply.withHeader("Connection", "close");
      }
      try {
        sent = ReplyWriter.send(response, reply, head);
      } catch (CloseConnectionException e) {
        close = true; // The client has closed the connection, which is recorded all the same.
      }
    }
    Exchange exchange =
        new Exchange(
            id,
            RequestSpans.traceId(span),
            client,
            head.method(),
            head.path(),
            match.map(found -> found.route().template()),
            reply.status(),
            sent,
            Duration.ofNanos(System.nanoTime() - start));
    listener.answered(exchange);
    RequestSpans.end(span, exchange);
    if (close) {
      // Helidon 4.5 announces that it closes the connection, but waits for the client to do so.
      throw new CloseConnectionException("the client asked for it, or its body is malformed");
    }
  }

  /** Returns an id that no other request is likely to have; it protects nothing. */
  private static String newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private Reply answer(
      String id,
      Request.Head head,
      RouteTable.Match match,
      ServerRequest request,
      MemoryBudget.Share share,
      Span span)
      throws IOException {
    Grant grant = tokens.require(head.header().apply("authorization"), match.route().access());
    requireKnownCoding(head);
    Request.Runner inPool = work -> pool.run(Context.root().with(span).wrap(work::run));
    Request received =
        new Request(
            id,
            head,
            grant,
            match.parameters(),
            () -> request.content().inputStream(),
            maxBody,
            share,
            inPool);
    return run(match.route(), received, inPool);
  }

  private static void requireKnownCoding(Request.Head head) {
    Optional<String> coding = head.header().apply("content-encoding");
    if (coding.isPresent()
        && !coding.get().strip().equalsIgnoreCase("identity")
        && ContentCoding.named(coding.get()).isEmpty()) {
      throw RequestException.of(
          RequestException.Reason.UNSUPPORTED_MEDIA_TYPE,
          "the body has the content encoding "
              + Excerpt.quote(coding.get())
              + ", expected gzip, zstd or none");
    }
  }

  private static Request.Head head(ServerRequest request) {
    Map<String, List<String>> query = new HashMap<>();
    request.query().names().forEach(name -> query.put(name, request.query().all(name)));
    return new Request.Head(
        request.prologue().method().text(),
        decode(request.path().rawPath()),
        query,
        name -> request.headers().first(HeaderNames.create(name)));
  }

  /**
   * Decodes a path. Helidon's own decoding removes what follows a semicolon, which ids may contain.
   */
  private static String decode(String rawPath) {
    return URLDecoder.decode(rawPath.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static Reply run(Route route, Request request, Request.Runner pool) throws IOException {
    if (route.execution() == Route.Execution.CONNECTION) {
      return route.endpoint().handle(request);
    }
    if (!request.method().equals("GET")) {
      request.body(); // A slow client must not keep a thread of the pool waiting.
    }
    return route.execution() == Route.Execution.BY_WORK && request.isShort()
        ? route.endpoint().handle(request)
        : pool.run(() -> route.endpoint().handle(request));
  }

  private static RequestException unexpected(
      String id, Optional<RouteTable.Match> match, Throwable failure) {
    LOG.log(
        Level.ERROR,
        "request {0} to {1} failed: {2}",
        id,
        match.map(found -> found.route().template()).orElse(OTHER),
        failure.getClass().getName());
    LOG.log(Level.DEBUG, "request " + id, failure);
    return RequestException.of(
        RequestException.Reason.FAILED,
        "the server failed to answer; its log has more under the id of this request");
  }

  private Reply error(Optional<RouteTable.Match> match, Request.Head head, RequestException error) {
    Reply reply =
        match
            .map(found -> found.route().errors())
            .orElse(ErrorFormat.PROBLEM_DETAILS)
            .format(error);
    if (error.retryAfter().isPresent()) {
      reply = reply.withHeader("Retry-After", String.valueOf(error.retryAfter().get().toSeconds()));
    }
    return switch (error.reason()) {
      case UNAUTHORIZED -> reply.withHeader("WWW-Authenticate", "Bearer");
      case METHOD_NOT_ALLOWED ->
          reply.withHeader("Allow", String.join(", ", routes.methods(head.path())));
      default -> reply;
    };
  }
}
