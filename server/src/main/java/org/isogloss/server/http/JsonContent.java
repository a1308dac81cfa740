// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reading and writing of JSON in requests and replies. */
public final class JsonContent {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NAME = 1_000;

  /** Each token of a body of brackets would use fifty times its memory. */
  private static final int MAX_TOKENS = 1_000_000;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNameLength(MAX_NAME)
                          .maxTokenCount(MAX_TOKENS)
                          // The size of the body is limited before it is parsed.
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // A number beyond a double is out of range, not an infinite one.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** Writes one JSON value. */
  @FunctionalInterface
  public interface Writer {
    void write(JsonGenerator generator) throws IOException;
  }

  private JsonContent() {}

  /**
   * Parses a body that is one JSON object without duplicate keys.
   *
   * @throws RequestException if it is something else
   */
  public static ObjectNode parse(byte[] body) {
    JsonNode root;
    try (JsonParser parser = MAPPER.createParser(body)) {
      root = MAPPER.readTree(parser);
    } catch (StreamConstraintsException e) {
      throw RequestException.of(
          RequestException.Reason.INVALID,
          "the body is nested deeper than "
              + MAX_DEPTH
              + " levels, has more than "
              + MAX_TOKENS
              + " keys, values and brackets, a key of more than "
              + MAX_NAME
              + " characters, or a number of too many digits");
    } catch (JsonProcessingException e) {
      throw RequestException.of(
          RequestException.Reason.INVALID,
          "the body is not JSON"
              + (e.getLocation() == null
                  ? ""
                  : ", at line "
                      + e.getLocation().getLineNr()
                      + ", column "
                      + e.getLocation().getColumnNr())
              + ": "
              + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (root instanceof ObjectNode object) {
      return object;
    }
    throw RequestException.of(
        RequestException.Reason.INVALID, "the body is not a JSON object such as {\"key\": ...}");
  }

  /** Writes a value as UTF-8. */
  static byte[] write(Writer writer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = MAPPER.createGenerator(out)) {
      writer.write(generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Returns a writer of a tree. */
  public static Writer tree(JsonNode node) {
    return generator -> MAPPER.writeTree(generator, node);
  }
}
