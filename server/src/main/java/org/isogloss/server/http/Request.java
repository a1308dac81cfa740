// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isogloss.core.util.NameSuggestions;

/**
 * A request to an endpoint. The body is read once, either as a whole by {@link #json} or as a
 * stream.
 */
public final class Request {
  private static final int MIN_CHUNK = 1 << 10;
  private static final int MAX_CHUNK = 1 << 16;
  private static final int MAX_SHORT_BODY = 1 << 14;

  private final String id;
  private final Head head;
  private final Grant grant;
  private final Map<String, String> pathParameters;
  private final Supplier<InputStream> content;
  private final int maxBody;
  private final MemoryBudget.Share memory;
  private final Runner pool;
  private Optional<byte[]> body = Optional.empty();

  /**
   * What precedes the body.
   *
   * @param query parameters of the query string, each with its values
   * @param header returns the value of a header, by its name in lower case
   */
  record Head(
      String method,
      String path,
      Map<String, List<String>> query,
      Function<String, Optional<String>> header) {
    /** The size that the client states; empty for a body of unknown size. */
    OptionalLong contentLength() {
      Optional<String> length = header.apply("content-length");
      try {
        return length.isPresent()
            ? OptionalLong.of(Long.parseLong(length.get().strip()))
            : OptionalLong.empty();
      } catch (NumberFormatException e) {
        return OptionalLong.empty();
      }
    }
  }

  /** Work that answers a request. */
  @FunctionalInterface
  public interface Work {
    Reply run() throws IOException;
  }

  /** Where work is done. */
  @FunctionalInterface
  interface Runner {
    Reply run(Work work) throws IOException;
  }

  /**
   * Creates a request whose body has not been read.
   *
   * @param grant the indexes that the client may use
   * @param maxBody maximum number of bytes of a body that is read as a whole
   * @param memory counts the bytes of such a body
   * @param pool does work that takes long
   */
  Request(
      String id,
      Head head,
      Grant grant,
      Map<String, String> pathParameters,
      Supplier<InputStream> content,
      int maxBody,
      MemoryBudget.Share memory,
      Runner pool) {
    this.id = requireNonNull(id, "id is null");
    this.head = requireNonNull(head, "head is null");
    this.grant = requireNonNull(grant, "grant is null");
    this.pathParameters = Map.copyOf(pathParameters);
    this.content = content;
    this.maxBody = maxBody;
    this.memory = memory;
    this.pool = pool;
  }

  /**
   * Does the work of a request whose route is executed {@link Route.Execution#BY_WORK}.
   *
   * @param brief whether it takes microseconds
   */
  public Reply work(boolean brief, Work work) throws IOException {
    boolean inPool = !isShort();
    return brief || inPool ? work.run() : pool.run(work);
  }

  /** Whether the body is so short that reading it on the thread of the connection delays nobody. */
  boolean isShort() throws IOException {
    return body().length <= MAX_SHORT_BODY;
  }

  /** Identifies the request in logs and in its reply. */
  public String id() {
    return id;
  }

  /** The indexes that the client may use. */
  public Grant grant() {
    return grant;
  }

  /** The method in capitals. */
  public String method() {
    return head.method();
  }

  public Optional<String> header(String name) {
    return head.header().apply(name.toLowerCase(Locale.ROOT));
  }

  /** Returns the segment of the path that stands for a name in braces, decoded. */
  public String pathParameter(String name) {
    return requireNonNull(pathParameters.get(name), name);
  }

  /**
   * Returns the value of a parameter of the query string.
   *
   * @throws RequestException if it is given twice
   */
  public Optional<String> parameter(String name) {
    List<String> values = head.query().getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw RequestException.invalid(
          name, name + " is given " + values.size() + " times, expected once");
    }
    return values.stream().findFirst();
  }

  /**
   * Rejects parameters of the query string other than the given ones.
   *
   * @throws RequestException that names the first other one
   */
  public void requireParameters(Set<String> allowed) {
    for (String name : head.query().keySet()) {
      if (!allowed.contains(name)) {
        String suggestion =
            NameSuggestions.nearest(name, allowed)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        throw RequestException.invalid(name, "unknown parameter " + name + suggestion);
      }
    }
  }

  /**
   * Returns the parameters of the query string as an object of strings.
   *
   * @throws RequestException if one is given twice
   */
  public ObjectNode parametersAsObject() {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    head.query().keySet().forEach(name -> object.put(name, parameter(name).orElse("")));
    return object;
  }

  /**
   * Reads the body as one JSON object, of a route without parameters.
   *
   * @throws RequestException if it is too large or is something else, or if there is a parameter
   */
  public Arguments json() throws IOException {
    requireParameters(Set.of());
    return new Arguments(jsonObject());
  }

  /**
   * Reads the body as one JSON object with any keys.
   *
   * @throws RequestException if it is too large or is something else
   */
  public ObjectNode jsonObject() throws IOException {
    requireContentType("json", "application/json");
    return JsonContent.parse(body());
  }

  /**
   * Rejects a body of another type. A browser lets a page of any site send forms and plain text,
   * but not JSON.
   *
   * @param part part of the names of all allowed types
   * @param expected the type to name in the message
   */
  public void requireContentType(String part, String expected) {
    Optional<String> type = header("content-type");
    if (type.isPresent() && !type.get().toLowerCase(Locale.ROOT).contains(part)) {
      throw RequestException.of(
          RequestException.Reason.UNSUPPORTED_MEDIA_TYPE,
          "the body has the type " + type.get() + ", expected " + expected);
    }
  }

  /** The whole body. */
  byte[] body() throws IOException {
    if (body.isEmpty()) {
      body = Optional.of(readBody());
    }
    return body.get();
  }

  private byte[] readBody() throws IOException {
    long stated = head.contentLength().orElse(0);
    if (stated > maxBody) {
      throw tooLarge();
    }
    // Memory is reserved as the body arrives: a client may state a large size and then send
    // nothing.
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] chunk = new byte[Math.clamp(stated, MIN_CHUNK, MAX_CHUNK)];
    try (InputStream in = content.get()) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        if ((long) all.size() + read > maxBody) {
          throw tooLarge();
        }
        memory.reserve(read);
        all.write(chunk, 0, read);
      }
    }
    return all.toByteArray();
  }

  private RequestException tooLarge() {
    return RequestException.of(
        RequestException.Reason.TOO_LARGE,
        "the body has more than " + maxBody + " bytes: send several smaller requests");
  }

  /** The body as a stream of any size, which the caller reads and closes. */
  public InputStream stream() {
    return content.get();
  }
}
