// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.isogloss.data.FormatException;
import org.isogloss.data.io.InputFileStream;

/** Reads a file that is one JSON value, token by token. */
public final class JsonStreamReader implements Closeable {
  private final InputFileStream in;
  private final JsonParser parser;

  private JsonStreamReader(InputFileStream in, JsonParser parser) {
    this.in = in;
    this.parser = parser;
  }

  public static JsonStreamReader open(Path file) {
    InputFileStream in = InputFileStream.open(file);
    // The parser's own reader would also accept UTF-16 and UTF-32.
    InputStreamReader reader =
        new InputStreamReader(
            in,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
    try {
      return new JsonStreamReader(in, StrictJson.FACTORY.createParser(reader));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next token; null at the end. */
  public JsonToken next() {
    try {
      return parser.nextToken();
    } catch (IOException e) {
      throw readFailure(e);
    }
  }

  /** The current key. */
  public String key() {
    try {
      return parser.currentName();
    } catch (IOException e) {
      throw readFailure(e);
    }
  }

  /** Reads the whole value that begins with the current token. */
  public JsonNode value(StrictJson.TreeReader tree) {
    try {
      return tree.read(parser);
    } catch (IOException e) {
      throw readFailure(e);
    }
  }

  /** Skips the value that begins with the current token. */
  public void skipValue() {
    try {
      parser.skipChildren();
    } catch (IOException e) {
      throw readFailure(e);
    }
  }

  private FormatException readFailure(IOException e) {
    return e instanceof JsonProcessingException json
        ? new FormatException(
            file(), lineNumber(), "is not JSON: " + StrictJson.describeError(json))
        : in.readFailure(lineNumber(), e);
  }

  /** A problem after which the file cannot be read any further. */
  public FormatException failure(String problem) {
    return new FormatException(file(), lineNumber(), problem);
  }

  /** The line number, from 1, of the current token. */
  public long lineNumber() {
    return Math.max(1, parser.currentLocation().getLineNr());
  }

  public Path file() {
    return in.file();
  }

  public double progress() {
    return in.progress();
  }

  @Override
  public void close() {
    try (in) {
      parser.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
