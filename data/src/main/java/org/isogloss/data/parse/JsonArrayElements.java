// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;

/**
 * Reads a file that is one JSON array, or an object with the array under one of its keys or in an
 * object under one, with one record per element, an object. Only one element is in memory at a
 * time.
 *
 * @param <T> the type of a record
 */
public final class JsonArrayElements<T> implements Records.Source<T> {
  private final JsonStreamReader stream;
  private final Set<String> keys;
  private final ObjectParser<T> parser;

  /** Number of open objects around the array. */
  private int depth;

  private boolean started;
  private boolean ended;
  private long line;
  private long number;

  /** Reads a file that is an array. */
  public JsonArrayElements(Path file, ObjectParser<T> parser) {
    this(file, Set.of(), parser);
  }

  /**
   * Reads a file that is an array, or an object with an array.
   *
   * @param keys the keys under which an object may have the array
   */
  public JsonArrayElements(Path file, Set<String> keys, ObjectParser<T> parser) {
    this.stream = JsonStreamReader.open(file);
    this.keys = Set.copyOf(keys);
    this.parser = parser;
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    if (ended) {
      return Optional.empty();
    }
    if (!started) {
      if (!findArray()) {
        throw stream.failure(
            "expected a JSON array of objects"
                + (keys.isEmpty() ? "" : ", or an object with one under " + keys)
                + ", found something else");
      }
      started = true;
    }
    JsonToken token = stream.next();
    line = stream.lineNumber();
    if (token == null) {
      throw stream.failure("is truncated: get a complete copy");
    }
    if (token == JsonToken.END_ARRAY) {
      skipRestOfObjects();
      if (stream.next() != null) {
        throw stream.failure("there is more data after the JSON array, expected one per file");
      }
      ended = true;
      return Optional.empty();
    }
    number++;
    StrictJson.TreeReader tree = new StrictJson.TreeReader();
    JsonNode value = stream.value(tree);
    tree.requireUniqueKeys();
    return Optional.of(parser.parse(StrictJson.object(value, "element " + number)));
  }

  /** Moves to the beginning of the array, which may be in objects under these keys. */
  private boolean findArray() {
    JsonToken token = stream.next();
    if (token != JsonToken.START_OBJECT) {
      return token == JsonToken.START_ARRAY;
    }
    depth = 1;
    while (depth > 0) {
      if (stream.next() != JsonToken.FIELD_NAME) {
        depth--;
        continue;
      }
      boolean found = keys.contains(stream.key());
      JsonToken value = stream.next();
      if (found && value == JsonToken.START_ARRAY) {
        return true;
      }
      if (found && value == JsonToken.START_OBJECT) {
        depth++;
      } else {
        stream.skipValue();
      }
    }
    return false;
  }

  private void skipRestOfObjects() {
    while (depth > 0) {
      JsonToken token = stream.next();
      if (token == JsonToken.FIELD_NAME) {
        stream.next();
        stream.skipValue();
      } else if (token == null) {
        throw stream.failure("is truncated: get a complete copy");
      } else {
        depth--;
      }
    }
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(stream.file(), line, "element " + number + ": " + problem);
  }

  @Override
  public double progress() {
    return stream.progress();
  }

  @Override
  public void close() {
    stream.close();
  }
}
