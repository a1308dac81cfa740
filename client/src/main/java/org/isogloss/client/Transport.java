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
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
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

  private static final BodyHandler<InputStream> WHOLE =
      head -> BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new);

  private final String url;
  private final Optional<String> token;
  private final Duration timeout;
  private final RetryPolicy policy;
  private final HttpClient client;
  private final boolean ownsClient;

  Transport(
      String url,
      Optional<String> token,
      Duration timeout,
      RetryPolicy policy,
      HttpClient client,
      boolean ownsClient) {
    this.url = url;
    this.token = token;
    this.timeout = timeout;
    this.policy = policy;
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
    return await(json(request(method, path, BodyPublishers.noBody()), policy));
  }

  /** Sends a request with a body. */
  JsonObject send(String method, String path, JsonNode body) {
    return await(json(request(method, path, body), policy));
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
    Exchange exchange = new Exchange(client, request, WHOLE, Optional.of(timeout), policy);
    return await(
        map(
            exchange.send(),
            response ->
                BinaryReply.isOne(response)
                    ? binary.apply(BinaryReply.of(Exchange.name(request), response))
                    : json.apply(read(request, response, DOUBLES))));
  }

  /** Sends a request without a body, without waiting for the reply. */
  CompletableFuture<JsonObject> sendAsync(String method, String path) {
    return json(request(method, path, BodyPublishers.noBody()), policy);
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
    return json(request(method, path, body), policy.within(limit));
  }

  /**
   * Sends a change whose reply says what was changed. It is repeated only if the server refused it:
   * after an answer that the server may still make the change (status 503), a repetition would find
   * it made.
   */
  JsonObject sendOnce(String method, String path) {
    return await(json(request(method, path, BodyPublishers.noBody()), policy.onlyIfRefused()));
  }

  /** Sends a change like {@link #sendOnce(String, String)}, with a body. */
  JsonObject sendOnce(String method, String path, JsonNode body) {
    return await(json(request(method, path, body), policy.onlyIfRefused()));
  }

  /** Encodes a segment of a path. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private CompletableFuture<JsonObject> json(HttpRequest request, RetryPolicy repeated) {
    Exchange exchange = new Exchange(client, request, WHOLE, Optional.of(timeout), repeated);
    return map(exchange.send(), response -> read(request, response, EXACT));
  }

  private static JsonObject read(
      HttpRequest request, HttpResponse<InputStream> response, ObjectReader reader) {
    try (InputStream body = response.body()) {
      return JsonReply.of(Exchange.name(request), reader.readTree(body));
    } catch (IOException e) {
      throw JsonReply.malformed(Exchange.name(request), "it is not JSON");
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
        new Exchange(client, request, BodyHandlers.ofInputStream(), Optional.empty(), policy);
    try (InputStream reply = await(exchange.send()).body();
        MappingIterator<JsonNode> lines = EXACT.forType(JsonNode.class).readValues(reply)) {
      while (lines.hasNextValue()) {
        line.accept(JsonReply.of(Exchange.name(request), lines.nextValue()));
      }
    } catch (IOException e) {
      throw RequestFailedException.failed(
          Exchange.name(request), "the reply ends early: " + Exchange.reason(e) + "; " + remedy, e);
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

  @Override
  public void close() {
    if (ownsClient) {
      client.close();
    }
  }
}
