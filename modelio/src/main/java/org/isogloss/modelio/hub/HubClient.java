// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.util.Excerpt;

/**
 * HTTP client of a hub: follows redirects, sends the token only to the hub, and turns error
 * responses into exceptions.
 */
final class HubClient {
  private static final int MAX_REDIRECTS = 10;
  private static final Set<Integer> REDIRECT_STATUS_CODES = Set.of(301, 302, 303, 307, 308);
  private static final Set<Integer> TRANSIENT_STATUS_CODES = Set.of(408, 429, 500, 502, 503, 504);

  /**
   * Maximum size of a JSON response, four times the response for a repository of ten thousand
   * files. The tree in memory takes several times as much.
   */
  private static final int MAX_JSON_BYTES = 8 << 20;

  /** Maximum time of a JSON response, as a multiple of the stall timeout. */
  private static final int JSON_TIMEOUT_FACTOR = 5;

  /**
   * Limits of retries and timeouts.
   *
   * @param attempts number of consecutive attempts without any progress before giving up
   * @param initialDelay delay before the second attempt; doubles after each failure
   * @param responseTimeout maximum time until a response begins
   * @param stallTimeout maximum time without data within a response
   */
  record RetryPolicy(
      int attempts, Duration initialDelay, Duration responseTimeout, Duration stallTimeout) {
    static final RetryPolicy DEFAULT =
        new RetryPolicy(6, Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(60));

    /** Maximum delay that a server can request before the next attempt. */
    private static final Duration MAX_DELAY = Duration.ofMinutes(2);

    void sleepBeforeRetry(int failures, Duration requestedDelay) {
      Duration backoff = initialDelay.multipliedBy(1L << Math.clamp(failures - 1L, 0, 6));
      Duration delay = requestedDelay.compareTo(backoff) > 0 ? requestedDelay : backoff;
      try {
        Thread.sleep(delay.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : delay);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IsoglossException("interrupted while fetching", e);
      }
    }
  }

  /** A problem that may not recur at the next attempt. */
  static final class TransientException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Duration retryAfter;

    TransientException(String message, Duration retryAfter) {
      super(message);
      this.retryAfter = retryAfter;
    }

    /** Returns the delay that the server requested. */
    Duration retryAfter() {
      return retryAfter == null ? Duration.ZERO : retryAfter;
    }
  }

  private final Hub hub;
  private final RetryPolicy retryPolicy;
  private final HttpClient http;

  HubClient(Hub hub, RetryPolicy retryPolicy) {
    this.hub = hub;
    this.retryPolicy = retryPolicy;
    this.http =
        HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(retryPolicy.responseTimeout())
            .build();
  }

  RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  /** Returns the JSON at a path of the hub. */
  JsonNode json(String path) {
    for (int failures = 1; ; failures++) {
      try (InputStream body = bounded(path, get(path, 0).body())) {
        return JsonFile.MAPPER.readTree(body);
      } catch (JsonProcessingException e) {
        throw new IsoglossException(
            hub.endpoint() + path + " did not respond with JSON: is HF_ENDPOINT a hub?", e);
      } catch (IOException e) {
        awaitRetry(path, failures, e);
      }
    }
  }

  private InputStream bounded(String path, InputStream body) {
    Duration timeout = retryPolicy.stallTimeout().multipliedBy(JSON_TIMEOUT_FACTOR);
    return new BoundedInputStream(body, MAX_JSON_BYTES, timeout, hub.endpoint() + path);
  }

  /**
   * Waits before the next attempt.
   *
   * @param failures number of consecutive attempts without progress
   * @throws IsoglossException if the limit of attempts is reached
   */
  void awaitRetry(String path, int failures, IOException problem) {
    if (failures >= retryPolicy.attempts()) {
      String message = problem.getMessage() == null ? problem.toString() : problem.getMessage();
      throw new IsoglossException(
          hub.endpoint() + path + ": gave up after " + failures + " attempts: " + message, problem);
    }
    retryPolicy.sleepBeforeRetry(
        failures,
        problem instanceof TransientException transientProblem
            ? transientProblem.retryAfter()
            : Duration.ZERO);
  }

  /**
   * Requests the content at a path of the hub.
   *
   * @param firstByte the first byte to request
   * @return the response: 200; if {@code firstByte} is above 0, also 206, or 416 if there is no
   *     such byte
   * @throws IOException if another attempt may succeed
   * @throws IsoglossException if no further attempt can succeed
   */
  HttpResponse<InputStream> get(String path, long firstByte) throws IOException {
    URI address = URI.create(hub.endpoint() + path);
    for (int i = 0; i <= MAX_REDIRECTS; i++) {
      HttpResponse<InputStream> response = send(address, firstByte);
      int status = response.statusCode();
      boolean partial = status == 206 || status == 416;
      if (status == 200 || (partial && firstByte > 0)) {
        return response;
      }
      response.body().close();
      if (partial) {
        throw new IsoglossException(
            hub.endpoint()
                + path
                + ": the server responded with "
                + status
                + ", as for a range request, expected 200 and the whole file");
      }
      if (!REDIRECT_STATUS_CODES.contains(status)) {
        throw refused(path, address, response);
      }
      address = next(address, response);
    }
    throw new IsoglossException(
        hub.endpoint() + path + ": more than " + MAX_REDIRECTS + " redirects");
  }

  private HttpResponse<InputStream> send(URI address, long from) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(retryPolicy.responseTimeout())
            .header("User-Agent", "isogloss")
            .GET();
    if (from > 0) {
      request.header("Range", "bytes=" + from + "-");
    }
    if (isHub(address)) {
      hub.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    }
    try {
      return http.send(
          request.build(),
          answer ->
              HttpResponse.BodySubscribers.mapping(
                  HttpResponse.BodySubscribers.ofInputStream(),
                  body -> new StallDetectingInputStream(body, retryPolicy.stallTimeout())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IsoglossException("interrupted while fetching " + address, e);
    }
  }

  /** Returns whether an address belongs to the hub itself, so that the token may be sent to it. */
  private boolean isHub(URI address) {
    return hub.endpoint().getScheme().equalsIgnoreCase(address.getScheme())
        && hub.endpoint().getHost().equalsIgnoreCase(address.getHost())
        && hub.endpoint().getPort() == address.getPort();
  }

  private static URI next(URI address, HttpResponse<?> response) {
    String location =
        response
            .headers()
            .firstValue("Location")
            .orElseThrow(
                () -> new IsoglossException(address + " redirects without a Location header"));
    URI next;
    try {
      next = address.resolve(new URI(location));
    } catch (URISyntaxException e) {
      throw refusedRedirect(address, location, "is not an address", e);
    }
    boolean https = "https".equalsIgnoreCase(next.getScheme());
    if (!https && !"http".equalsIgnoreCase(next.getScheme())) {
      throw refusedRedirect(address, location, "is neither https nor http", null);
    }
    if (!https && "https".equalsIgnoreCase(address.getScheme())) {
      throw refusedRedirect(address, location, "is not protected by https", null);
    }
    if (next.getHost() == null || next.getUserInfo() != null) {
      throw refusedRedirect(address, location, "has no host, or contains user information", null);
    }
    if (next.getPort() == 0 || next.getPort() > Hub.MAX_PORT) {
      throw refusedRedirect(address, location, "has no valid port", null);
    }
    return next;
  }

  private static IsoglossException refusedRedirect(
      URI address, String location, String problem, Exception cause) {
    return new IsoglossException(
        address + " redirects to " + Excerpt.quote(location) + ", which " + problem, cause);
  }

  private IOException refused(String path, URI address, HttpResponse<?> response)
      throws IsoglossException {
    int status = response.statusCode();
    if (TRANSIENT_STATUS_CODES.contains(status)) {
      Duration wait =
          response
              .headers()
              .firstValue("Retry-After")
              .filter(seconds -> seconds.matches("\\d{1,6}"))
              .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
              .orElse(Duration.ZERO);
      return new TransientException("the server responded with " + status, wait);
    }
    String hint =
        switch (status) {
          case 401 ->
              hub.token().isPresent()
                  ? "the token in HF_TOKEN is not accepted"
                  : "there is no such model, or it needs a token: set HF_TOKEN";
          case 403 -> "access is denied: you may have to request it on the model's page";
          case 404 ->
              "there is no such model, revision or file; a private one needs a token in HF_TOKEN";
          default -> "expected 200";
        };
    throw new IsoglossException(
        (isHub(address) ? hub.endpoint() + path : address.toString())
            + ": the server responded with "
            + status
            + ": "
            + hint);
  }
}
