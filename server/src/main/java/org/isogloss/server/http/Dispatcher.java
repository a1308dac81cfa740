// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
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

  /** Smaller replies fit into a packet of the network. */
  private static final int MIN_COMPRESSED = 1400;

  private final RouteTable routes;
  private final AccessTokens tokens;
  private final OriginCheck origins;
  private final RequestPool pool;
  private final MemoryBudget memory;
  private final int maxBody;
  private final RequestListener listener;

  /**
   * Creates a dispatcher.
   *
   * @param loopbackOnly whether clients must address the server by a name of this machine
   * @param pool runs the endpoints that compute; closed by the caller
   * @param memory the memory of the bodies of all requests
   * @param maxBody maximum size of a body that is read as a whole, in bytes
   */
  public Dispatcher(
      RouteTable routes,
      AccessTokens tokens,
      boolean loopbackOnly,
      RequestPool pool,
      MemoryBudget memory,
      int maxBody,
      RequestListener listener) {
    this.routes = routes;
    this.tokens = tokens;
    this.origins = new OriginCheck(loopbackOnly);
    this.pool = pool;
    this.memory = memory;
    this.maxBody = maxBody;
    this.listener = listener;
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) {
    long start = System.nanoTime();
    Request.Head head = head(request);
    String id =
        head.header()
            .apply("x-request-id")
            .filter(given -> REQUEST_ID.matcher(given).matches())
            .orElseGet(() -> UUID.randomUUID().toString());
    Optional<RouteTable.Match> match = Optional.empty();
    Reply reply;
    boolean close = head.header().apply("connection").filter("close"::equalsIgnoreCase).isPresent();
    try (MemoryBudget.Share share = memory.share()) {
      try {
        match = Optional.of(routes.find(head.method(), head.path()));
        Route route = match.get().route();
        origins.require(request.authority(), head.header().apply("origin"));
        tokens.require(head.header().apply("authorization"), route.access());
        requireKnownCoding(head);
        reply =
            run(
                route,
                new Request(
                    id,
                    head,
                    match.get().parameters(),
                    () -> request.content().inputStream(),
                    maxBody,
                    share));
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
                    match,
                    head,
                    RequestException.of(RequestException.Reason.TOO_SLOW, e.getMessage()))
                .withHeader("Connection", "close");
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
                            + " malformed"))
                .withHeader("Connection", "close");
      } catch (RuntimeException | Error e) {
        reply = error(match, head, unexpected(id, match, e));
      }
      send(
          response,
          compressed(reply, head).withHeader("x-request-id", id),
          head.method().equals("HEAD"));
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    String route = match.map(found -> found.route().path()).orElse(OTHER);
    LOG.log(
        Level.DEBUG,
        "{0} {1} {2} {3} in {4} ms",
        id,
        head.method(),
        route,
        reply.status(),
        elapsed.toMillis());
    // Clients can invent methods: only those of routes are counted by their names.
    String method = match.isPresent() ? head.method() : OTHER;
    listener.answered(method, route, reply.status(), elapsed);
    if (close) {
      // Helidon 4.5 announces that it closes the connection, but waits for the client to do so.
      throw new CloseConnectionException("the client asked for it, or its body is malformed");
    }
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

  private static Reply compressed(Reply reply, Request.Head head) {
    if (!reply.compressible()
        || !(reply.content() instanceof Reply.Content.Bytes all)
        || all.bytes().length < MIN_COMPRESSED) {
      return reply;
    }
    Reply varying = reply.withHeader("Vary", "Accept-Encoding");
    return head.header()
        .apply("accept-encoding")
        .flatMap(ContentCoding::preferred)
        .map(coding -> varying.compressed(coding))
        .orElse(varying);
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

  private Reply run(Route route, Request request) throws IOException {
    if (route.execution() == Route.Execution.CONNECTION) {
      return route.endpoint().handle(request);
    }
    if (!request.method().equals("GET")) {
      request.body(); // A slow client must not keep a thread of the pool waiting.
    }
    return pool.run(() -> route.endpoint().handle(request));
  }

  private static RequestException unexpected(
      String id, Optional<RouteTable.Match> match, Throwable failure) {
    LOG.log(
        Level.ERROR,
        "request {0} to {1} failed: {2}",
        id,
        match.map(found -> found.route().path()).orElse(OTHER),
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

  private static void send(ServerResponse response, Reply reply, boolean headOnly) {
    response.status(reply.status());
    response.header("X-Content-Type-Options", "nosniff");
    if (!reply.headers().containsKey("Cache-Control")) {
      response.header("Cache-Control", "no-store");
    }
    reply.headers().forEach(response::header);
    if (!reply.contentType().isEmpty()) {
      response.header("Content-Type", reply.contentType());
    }
    try {
      switch (reply.content()) {
        case Reply.Content.Bytes all -> {
          if (headOnly) {
            response.contentLength(all.bytes().length);
            response.send();
          } else {
            response.send(all.bytes());
          }
        }
        case Reply.Content.Spooled spooled -> {
          // Without chunks, which HTTP/1.0 does not have.
          response.contentLength(spooled.lines().size());
          try (LineSpool lines = spooled.lines();
              OutputStream out = response.outputStream()) {
            lines.writeTo(out);
          }
        }
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.log(Level.DEBUG, "the client has closed the connection");
    }
  }
}
