// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * One request in all its attempts. Its result is what the caller waits for; if that is cancelled,
 * so is the attempt that runs, or the wait for the next one.
 */
final class Exchange {
  private static final ObjectReader JSON = new ObjectMapper().reader();
  private static final int SUCCESS = 2;

  /** Maximum number of bytes of an error that are read. */
  private static final int MAX_ERROR = 1 << 16;

  private final HttpClient client;
  private final HttpRequest request;
  private final BodyHandler<InputStream> handler;
  private final Optional<Duration> attemptLimit;
  private final RetryPolicy policy;
  private final long start = System.nanoTime();
  private final CompletableFuture<HttpResponse<InputStream>> result = new CompletableFuture<>();

  /** What the result waits for: an attempt, or the time until the next one. */
  private volatile Future<?> current = CompletableFuture.completedFuture(null);

  /**
   * @param attemptLimit the longest time until the reply of one attempt; empty without limit
   */
  Exchange(
      HttpClient client,
      HttpRequest request,
      BodyHandler<InputStream> handler,
      Optional<Duration> attemptLimit,
      RetryPolicy policy) {
    this.client = client;
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

  /** Sends the request; if that fails at once, as after the client was closed, so does the call. */
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
    Optional<Duration> left = policy.limit().map(all -> all.minusNanos(System.nanoTime() - start));
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
    Duration delay = RetryDelay.of(response, retry, policy.maxDelay());
    boolean late = policy.limit().isPresent() && delay.compareTo(limit().orElseThrow()) >= 0;
    if (!policy.repeatsAfter(response.statusCode())
        || retry == policy.retries()
        || delay.compareTo(policy.maxDelay()) > 0
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

  /** Names a request in messages, without its parameters. */
  static String name(HttpRequest request) {
    String uri = request.uri().toString();
    int query = uri.indexOf('?');
    return request.method() + " " + (query < 0 ? uri : uri.substring(0, query));
  }

  /** The message of a failure, or its kind: many exceptions of connections have no message. */
  static String reason(Throwable failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private static RequestFailedException failure(
      HttpRequest request, HttpResponse<InputStream> response) {
    JsonNode problem = MissingNode.getInstance();
    try (InputStream body = response.body()) {
      problem = JSON.readTree(body.readNBytes(MAX_ERROR));
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
}
