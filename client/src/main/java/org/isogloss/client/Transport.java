// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonObject;

/** Sends requests, again if the server is overloaded, and reads replies. Thread-safe. */
final class Transport implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Reads numbers with a decimal point as doubles. */
  private static final ObjectReader DOUBLES = MAPPER.reader();

  /** Reads numbers as they are written, so that fields of documents keep their digits. */
  private static final ObjectReader EXACT =
      DOUBLES.with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final int SUCCESS = 2;
  private static final int REFUSED = 429;
  private static final int UNAVAILABLE = 503;

  /** Maximum number of bytes of an error that are read. */
  private static final int MAX_ERROR = 1 << 16;

  private static final BodyHandler<InputStream> WHOLE =
      head -> BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new);

  private final String url;
  private final Optional<String> token;
  private final Duration timeout;
  private final int retries;
  private final Duration maxDelay;
  private final HttpClient client;
  private final boolean ownsClient;

  Transport(
      String url,
      Optional<String> token,
      Duration timeout,
      int retries,
      Duration maxDelay,
      HttpClient client,
      boolean ownsClient) {
    this.url = url;
    this.token = token;
    this.timeout = timeout;
    this.retries = retries;
    this.maxDelay = maxDelay;
    this.client = client;
    this.ownsClient = ownsClient;
  }

  /** Returns a value as JSON in UTF-8. */
  static byte[] bytes(JsonNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IsoglossException(
          "a text cannot be written as UTF-8: " + e.getOriginalMessage(), e);
    }
  }

  /** Sends a request without a body. */
  JsonObject send(String method, String path) {
    return await(json(request(method, path, BodyPublishers.noBody()), EXACT, ANY_TIME));
  }

  /** Sends a request with a body. */
  JsonObject send(String method, String path, JsonNode body) {
    return await(json(request(method, path, body), EXACT, ANY_TIME));
  }

  /**
   * Sends a request with a body, whose reply has many numbers: in binary form, or as JSON, which
   * proxies and simple servers may prefer.
   */
  <T> T sendForBytes(
      String path, JsonNode body, Function<BinaryReply, T> binary, Function<JsonObject, T> json) {
    HttpRequest request =
        builder("POST", path, BodyPublishers.ofByteArray(bytes(body)))
            .header("Content-Type", "application/json")
            .header("Accept", BinaryReply.TYPE + ", application/json;q=0.5")
            .build();
    Exchange exchange = new Exchange(request, WHOLE, Optional.of(timeout), ANY_TIME);
    return await(
        map(
            exchange.send(),
            response ->
                BinaryReply.isOne(response)
                    ? binary.apply(BinaryReply.of(name(request), response))
                    : json.apply(read(request, response, DOUBLES))));
  }

  /** Sends a request without a body, without waiting for the reply. */
  CompletableFuture<JsonObject> sendAsync(String method, String path) {
    return json(request(method, path, BodyPublishers.noBody()), EXACT, ANY_TIME);
  }

  /**
   * Sends a request with a body, without waiting for the reply.
   *
   * @param limit the longest time until the reply, in all attempts; empty for that of the client
   *     for each of them
   * @return completed with a {@link RequestFailedException} if there is no reply that can be read
   */
  CompletableFuture<JsonObject> sendAsync(
      String method, String path, JsonNode body, Optional<Duration> limit) {
    return json(request(method, path, body), EXACT, new Policy(Transport::isTemporary, limit));
  }

  /**
   * Sends a change whose reply says what was changed. It is repeated only if the server refused it:
   * after an answer that the server may still make the change (status 503), a repetition would find
   * it made.
   */
  JsonObject sendOnce(String method, String path) {
    return await(json(request(method, path, BodyPublishers.noBody()), EXACT, IF_REFUSED));
  }

  /** Sends a change like {@link #sendOnce(String, String)}, with a body. */
  JsonObject sendOnce(String method, String path, JsonNode body) {
    return await(json(request(method, path, body), EXACT, IF_REFUSED));
  }

  /** Encodes a segment of a path. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private CompletableFuture<JsonObject> json(
      HttpRequest request, ObjectReader reader, Policy policy) {
    Exchange exchange = new Exchange(request, WHOLE, Optional.of(timeout), policy);
    return map(exchange.send(), response -> read(request, response, reader));
  }

  private static JsonObject read(
      HttpRequest request, HttpResponse<InputStream> response, ObjectReader reader) {
    try (InputStream body = response.body()) {
      return JsonReply.of(name(request), reader.readTree(body));
    } catch (IOException e) {
      throw JsonReply.malformed(name(request), "it is not JSON");
    }
  }

  /**
   * Sends lines of any number, and reads the lines of the reply. There is no time limit.
   *
   * @param body opens the lines, again if the request is repeated
   * @param line receives each line of the reply
   */
  void stream(String path, Supplier<InputStream> body, Consumer<JsonObject> line) {
    HttpRequest request =
        builder("POST", path, BodyPublishers.ofInputStream(body))
            .header("Content-Type", "application/x-ndjson")
            .build();
    lines(request, "send the documents again", line);
  }

  /** Reads the lines of a reply of any length. */
  void lines(String path, Consumer<JsonObject> line) {
    lines(request("GET", path, BodyPublishers.noBody()), "try again", line);
  }

  private void lines(HttpRequest request, String remedy, Consumer<JsonObject> line) {
    Exchange exchange =
        new Exchange(request, BodyHandlers.ofInputStream(), Optional.empty(), ANY_TIME);
    try (InputStream reply = await(exchange.send()).body();
        MappingIterator<JsonNode> lines = EXACT.forType(JsonNode.class).readValues(reply)) {
      while (lines.hasNextValue()) {
        line.accept(JsonReply.of(name(request), lines.nextValue()));
      }
    } catch (IOException e) {
      throw RequestFailedException.failed(
          name(request), "the reply ends early: " + reason(e) + "; " + remedy, e);
    }
  }

  /** Returns what becomes of a reply. If it is cancelled, the request is. */
  static <T, R> CompletableFuture<R> map(
      CompletableFuture<T> reply, Function<? super T, ? extends R> function) {
    CompletableFuture<R> mapped = reply.thenApply(function);
    var unused =
        mapped.whenComplete(
            (result, failure) -> {
              if (failure instanceof CancellationException) {
                reply.cancel(true);
              }
            });
    return mapped;
  }

  /** Waits for a reply; if the thread is interrupted, the request is cancelled. */
  static <T> T await(CompletableFuture<T> reply) {
    try {
      return reply.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      reply.cancel(true);
      Thread.currentThread().interrupt();
      throw RequestFailedException.failed("the request", "the thread was interrupted", e);
    }
  }

  private HttpRequest request(String method, String path, JsonNode body) {
    return builder(method, path, BodyPublishers.ofByteArray(bytes(body)))
        .header("Content-Type", "application/json")
        .build();
  }

  private HttpRequest request(String method, String path, BodyPublisher body) {
    return builder(method, path, body).build();
  }

  private HttpRequest.Builder builder(String method, String path, BodyPublisher body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, body);
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
    return request;
  }

  /** Names a request in messages, without its parameters. */
  private static String name(HttpRequest request) {
    String uri = request.uri().toString();
    int query = uri.indexOf('?');
    return request.method() + " " + (query < 0 ? uri : uri.substring(0, query));
  }

  /**
   * When a request is repeated.
   *
   * @param repeated whether a request is repeated after a status
   * @param limit the longest time of all attempts; empty without limit
   */
  private record Policy(IntPredicate repeated, Optional<Duration> limit) {}

  private static final Policy ANY_TIME = new Policy(Transport::isTemporary, Optional.empty());

  private static final Policy IF_REFUSED =
      new Policy(status -> status == REFUSED, Optional.empty());

  /** One request in all its attempts. */
  private final class Exchange {
    private final HttpRequest request;
    private final BodyHandler<InputStream> handler;
    private final Optional<Duration> attemptLimit;
    private final Policy policy;
    private final long start = System.nanoTime();
    private final CompletableFuture<HttpResponse<InputStream>> result = new CompletableFuture<>();

    /** What the result waits for: an attempt, or the time until the next one. */
    private volatile Future<?> current = CompletableFuture.completedFuture(null);

    /**
     * @param attemptLimit the longest time until the reply of one attempt; empty without limit
     */
    private Exchange(
        HttpRequest request,
        BodyHandler<InputStream> handler,
        Optional<Duration> attemptLimit,
        Policy policy) {
      this.request = request;
      this.handler = handler;
      this.attemptLimit = attemptLimit;
      this.policy = policy;
    }

    CompletableFuture<HttpResponse<InputStream>> send() {
      var unused =
          result.whenComplete(
              (response, failure) -> {
                if (failure instanceof CancellationException) {
                  current.cancel(true);
                }
              });
      attempt(0);
      return result;
    }

    /**
     * Sends the request; if that fails at once, as after the client was closed, so does the call.
     */
    private void attempt(int retry) {
      try {
        sendOnce(retry);
      } catch (RuntimeException e) {
        result.completeExceptionally(failed(e, Optional.empty()));
      }
    }

    private void sendOnce(int retry) {
      CompletableFuture<HttpResponse<InputStream>> sent = client.sendAsync(request, handler);
      current = sent;
      // A limit of the request itself would end with the head of the reply.
      Optional<Duration> limit = limit();
      CompletableFuture<HttpResponse<InputStream>> inTime =
          limit.isPresent()
              ? sent.copy().orTimeout(limit.get().toNanos(), TimeUnit.NANOSECONDS)
              : sent;
      var unused =
          inTime.whenComplete(
              (response, failure) -> {
                if (failure == null) {
                  receive(response, retry);
                } else {
                  sent.cancel(true);
                  result.completeExceptionally(failed(failure, limit));
                }
              });
      if (result.isDone()) {
        sent.cancel(true);
      }
    }

    /** The time that an attempt may take now. */
    private Optional<Duration> limit() {
      Optional<Duration> left =
          policy.limit().map(all -> all.minusNanos(System.nanoTime() - start));
      return Stream.concat(attemptLimit.stream(), left.stream()).min(Comparator.naturalOrder());
    }

    private void receive(HttpResponse<InputStream> response, int retry) {
      try {
        complete(response, retry);
      } catch (RuntimeException e) {
        result.completeExceptionally(failed(e, Optional.empty()));
      }
    }

    private void complete(HttpResponse<InputStream> response, int retry) {
      if (response.statusCode() / 100 == SUCCESS) {
        result.complete(response);
        return;
      }
      RequestFailedException failure = failure(request, response);
      Duration delay = RetryDelay.of(response, retry, maxDelay);
      boolean late = policy.limit().isPresent() && delay.compareTo(limit().orElseThrow()) >= 0;
      if (!policy.repeated().test(response.statusCode())
          || retry == retries
          || delay.compareTo(maxDelay) > 0
          || late) {
        result.completeExceptionally(failure);
        return;
      }
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(
              () -> attempt(retry + 1),
              CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS));
      current = waiting;
      if (result.isDone()) {
        waiting.cancel(true);
      }
    }

    private RequestFailedException failed(Throwable failure, Optional<Duration> limit) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (cause instanceof TimeoutException) {
        return RequestFailedException.failed(
            name(request),
            "there is no reply within " + limit.orElseThrow().toMillis() + " ms",
            cause);
      }
      return RequestFailedException.failed(
          name(request),
          "there is no reply: "
              + reason(cause)
              + (cause instanceof ConnectException ? "; check that the server is running" : ""),
          cause);
    }
  }

  /** The message of a failure, or its kind: many exceptions of connections have no message. */
  private static String reason(Throwable failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private static boolean isTemporary(int status) {
    return status == REFUSED || status == UNAVAILABLE;
  }

  private static RequestFailedException failure(
      HttpRequest request, HttpResponse<InputStream> response) {
    JsonNode problem = MAPPER.missingNode();
    try (InputStream body = response.body()) {
      problem = DOUBLES.readTree(body.readNBytes(MAX_ERROR));
    } catch (IOException e) {
      // Not a problem in JSON, but probably the page of a proxy: only the status is known.
    }
    return RequestFailedException.refused(
        name(request),
        response.statusCode(),
        problem.path("detail").asText("no explanation"),
        problem.path("parameter").asText(),
        response.headers().firstValue("x-request-id").orElse(""));
  }

  @Override
  public void close() {
    if (ownsClient) {
      client.close();
    }
  }
}
