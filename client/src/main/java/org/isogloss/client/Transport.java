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
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;

/** Sends requests, again if the server is overloaded, and reads replies. Thread-safe. */
final class Transport implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Reads numbers with a decimal point as doubles. */
  private static final ObjectReader DOUBLES = MAPPER.reader();

  /** Reads numbers as they are written, so that fields of documents keep their digits. */
  private static final ObjectReader EXACT =
      DOUBLES.with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final int OK = 200;
  private static final int REFUSED = 429;
  private static final int UNAVAILABLE = 503;

  /** The first delay before a request is repeated if the server states none; it is doubled. */
  private static final Duration FIRST_DELAY = Duration.ofMillis(500);

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

  Transport(IsoglossClient.Builder options) {
    this.url = options.url;
    this.token = options.token;
    this.timeout = options.timeout;
    this.retries = options.retries;
    this.maxDelay = options.maxRetryDelay;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(options.connectTimeout)
            .build();
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
  JsonReply send(String method, String path) {
    return json(request(method, path, BodyPublishers.noBody()), EXACT);
  }

  /** Sends a request with a body. */
  JsonReply send(String method, String path, JsonNode body) {
    return json(request(method, path, body), EXACT);
  }

  /** Sends a request with a body, whose reply has many numbers that need not be exact. */
  JsonReply sendForDoubles(String method, String path, JsonNode body) {
    return json(request(method, path, body), DOUBLES);
  }

  /**
   * Sends a deletion, whose reply states what was deleted. It is repeated only if the server
   * refused it: after an answer that the server may still delete (status 503), a repetition would
   * find nothing.
   */
  JsonReply delete(String path) {
    return json(
        request("DELETE", path, BodyPublishers.noBody()), EXACT, status -> status == REFUSED);
  }

  /** Sends a deletion like {@link #delete(String)}, with a body. */
  JsonReply delete(String method, String path, JsonNode body) {
    return json(request(method, path, body), EXACT, status -> status == REFUSED);
  }

  private JsonReply json(HttpRequest request, ObjectReader reader) {
    return json(request, reader, Transport::isTemporary);
  }

  private JsonReply json(HttpRequest request, ObjectReader reader, IntPredicate repeated) {
    HttpResponse<InputStream> response = send(request, WHOLE, Optional.of(timeout), repeated);
    try (InputStream body = response.body()) {
      return JsonReply.of(name(request), reader.readTree(body));
    } catch (IOException e) {
      throw JsonReply.malformed(name(request), "it is not JSON");
    }
  }

  /**
   * Sends any number of lines, and reads the lines of the reply. There is no time limit.
   *
   * @param body opens the lines, again if the request is repeated
   * @param line receives each line of the reply
   */
  void stream(String path, Supplier<InputStream> body, Consumer<JsonReply> line) {
    HttpRequest request =
        builder("POST", path, BodyPublishers.ofInputStream(body))
            .header("Content-Type", "application/x-ndjson")
            .build();
    HttpResponse<InputStream> response =
        send(request, BodyHandlers.ofInputStream(), Optional.empty(), Transport::isTemporary);
    try (InputStream reply = response.body();
        MappingIterator<JsonNode> lines = EXACT.forType(JsonNode.class).readValues(reply)) {
      while (lines.hasNextValue()) {
        line.accept(JsonReply.of(name(request), lines.nextValue()));
      }
    } catch (IOException e) {
      throw RequestFailedException.failed(
          name(request), "the reply ends early: " + reason(e) + "; send the documents again", e);
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
        HttpRequest.newBuilder(URI.create(url + path)).method(method, body);
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
    return request;
  }

  /** Names a request in messages, without its parameters. */
  private static String name(HttpRequest request) {
    String uri = request.uri().toString();
    int query = uri.indexOf('?');
    return request.method() + " " + (query < 0 ? uri : uri.substring(0, query));
  }

  private HttpResponse<InputStream> send(
      HttpRequest request,
      BodyHandler<InputStream> handler,
      Optional<Duration> limit,
      IntPredicate repeated) {
    for (int retry = 0; ; retry++) {
      HttpResponse<InputStream> response = sendOnce(request, handler, limit);
      if (response.statusCode() == OK) {
        return response;
      }
      RequestFailedException failure = failure(request, response);
      Duration delay = delay(response, retry);
      if (!repeated.test(response.statusCode())
          || retry == retries
          || delay.compareTo(maxDelay) > 0) {
        throw failure;
      }
      sleep(request, delay);
    }
  }

  private HttpResponse<InputStream> sendOnce(
      HttpRequest request, BodyHandler<InputStream> handler, Optional<Duration> limit) {
    CompletableFuture<HttpResponse<InputStream>> response = client.sendAsync(request, handler);
    try {
      // The timeout of the request itself covers only the time until the head of the reply.
      return limit.isPresent()
          ? response.get(limit.get().toMillis(), TimeUnit.MILLISECONDS)
          : response.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw RequestFailedException.failed(
          name(request),
          "there is no reply: "
              + reason(cause)
              + (cause instanceof ConnectException ? "; check that the server is running" : ""),
          cause);
    } catch (TimeoutException e) {
      response.cancel(true);
      throw RequestFailedException.failed(
          name(request), "there is no reply within " + timeout.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      response.cancel(true);
      throw interrupted(request, e);
    }
  }

  /** The message of a failure, or its kind: many exceptions of connections have no message. */
  private static String reason(Throwable failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private static RequestFailedException interrupted(HttpRequest request, InterruptedException e) {
    Thread.currentThread().interrupt();
    return RequestFailedException.failed(name(request), "the thread was interrupted", e);
  }

  private static boolean isTemporary(int status) {
    return status == REFUSED || status == UNAVAILABLE;
  }

  private Duration delay(HttpResponse<?> response, int retry) {
    return response
        .headers()
        .firstValue("Retry-After")
        .flatMap(Transport::parseDelay)
        .orElseGet(
            () -> {
              Duration doubled = FIRST_DELAY.multipliedBy(1L << Math.min(retry, 16));
              return doubled.compareTo(maxDelay) > 0 ? maxDelay : doubled;
            });
  }

  /** Parses seconds or, as proxies may send it, a date; empty if it is neither. */
  private static Optional<Duration> parseDelay(String value) {
    try {
      if (value.matches("[0-9]{1,9}")) {
        return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
      }
      Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration delay = Duration.between(Instant.now(), date);
      return Optional.of(delay.isNegative() ? Duration.ZERO : delay);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static void sleep(HttpRequest request, Duration delay) {
    try {
      Thread.sleep(delay);
    } catch (InterruptedException e) {
      throw interrupted(request, e);
    }
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
    client.close();
  }
}
