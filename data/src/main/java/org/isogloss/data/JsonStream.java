package org.isogloss.data;

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

/** A file that is one JSON value, read a part at a time. */
final class JsonStream implements Closeable {
  private final InputFile in;
  private final JsonParser parser;

  private JsonStream(InputFile in, JsonParser parser) {
    this.in = in;
    this.parser = parser;
  }

  static JsonStream open(Path file) {
    InputFile in = InputFile.open(file);
    // A reader of our own, as the parser's would take UTF-16 and UTF-32 for granted.
    InputStreamReader reader =
        new InputStreamReader(
            in,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
    try {
      return new JsonStream(in, Json.FACTORY.createParser(reader));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next token, null at the end. */
  JsonToken next() {
    try {
      return parser.nextToken();
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /** The key that the parser stands at. */
  String key() {
    try {
      return parser.currentName();
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /** Reads the whole value whose first token was read last. */
  JsonNode value(Json.Tree tree) {
    try {
      return tree.read(parser);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /** Passes over the value whose first token was read last. */
  void skipValue() {
    try {
      parser.skipChildren();
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private FormatException broken(IOException e) {
    return e instanceof JsonProcessingException json
        ? new FormatException(file(), line(), "is not JSON: " + Json.reason(json))
        : in.broken(line(), e);
  }

  /** A problem that makes reading on impossible. */
  FormatException problem(String problem) {
    return new FormatException(file(), line(), problem);
  }

  /** The line, from 1, of the token read last. */
  long line() {
    return Math.max(1, parser.currentLocation().getLineNr());
  }

  Path file() {
    return in.file();
  }

  double progress() {
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
