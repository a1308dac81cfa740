// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The reply to a request.
 *
 * @param status HTTP status
 * @param contentType media type of the content; empty without content
 * @param content what to send
 * @param headers other headers
 * @param compressible whether compression is worth its time
 */
public record Reply(
    int status,
    String contentType,
    Content content,
    Map<String, String> headers,
    boolean compressible) {
  public static final String JSON = "application/json";
  public static final String JSON_LINES = "application/x-ndjson";
  public static final String BINARY = "application/octet-stream";

  /** What to send. */
  public sealed interface Content {
    /** All bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Bytes(byte[] bytes) implements Content {}

    /** Lines that are in a spool, which is closed when they are sent. */
    record Spooled(LineSpool lines) implements Content {}
  }

  public Reply {
    headers = Map.copyOf(headers);
  }

  /** Returns a JSON value with status 200. */
  public static Reply json(JsonNode node) {
    return json(200, node);
  }

  public static Reply json(int status, JsonNode node) {
    return bytes(status, JSON, JsonContent.write(JsonContent.tree(node)));
  }

  /**
   * Returns a JSON value with vectors, with status 200, that is written without a tree of it in
   * memory. It is not compressed, because digits of numbers hardly become shorter.
   */
  public static Reply vectors(JsonContent.Writer writer) {
    return new Reply(
        200,
        JSON,
        new Content.Bytes(JsonContent.write(writer)),
        Map.of(),
        /* compressible= */ false);
  }

  /** Returns numbers with status 200, which are not compressed. */
  public static Reply binary(byte[] bytes) {
    return new Reply(200, BINARY, new Content.Bytes(bytes), Map.of(), /* compressible= */ false);
  }

  /** Returns text with status 200. */
  public static Reply text(String contentType, String text) {
    return bytes(200, contentType, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Reply bytes(int status, String contentType, byte[] bytes) {
    return new Reply(status, contentType, new Content.Bytes(bytes), Map.of(), true);
  }

  /** Returns lines of JSON with status 200. */
  public static Reply lines(LineSpool lines) {
    return new Reply(200, JSON_LINES, new Content.Spooled(lines), Map.of(), false);
  }

  public static Reply empty(int status) {
    return bytes(status, "", new byte[0]);
  }

  /** Returns this reply with another content type. */
  public Reply withContentType(String other) {
    return new Reply(status, other, content, headers, compressible);
  }

  /** Returns this reply with one more header. */
  public Reply withHeader(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return new Reply(status, contentType, content, all, compressible);
  }

  /** Returns this reply marked as one that depends on a header of the request, too. */
  Reply withVary(String name) {
    return withHeader(
        "Vary",
        Optional.ofNullable(headers.get("Vary")).map(former -> former + ", " + name).orElse(name));
  }

  /** Returns this reply, whose content is bytes, in a coding. */
  Reply compressed(ContentCoding coding) {
    byte[] bytes = ((Content.Bytes) content).bytes();
    return new Reply(status, contentType, new Content.Bytes(coding.encode(bytes)), headers, false)
        .withHeader("Content-Encoding", coding.title());
  }
}
