// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;

/**
 * Reads a file that is one JSON object, with one record per entry: the key is the id, the value an
 * object. Only one entry is in memory at a time.
 *
 * @param <T> the type of a record
 */
public final class JsonObjectEntries<T> implements Records.Source<T> {
  /**
   * Converts an entry to a record.
   *
   * @param <T> the type of a record
   */
  @FunctionalInterface
  public interface EntryParser<T> {
    T parse(String id, ObjectNode entry) throws MalformedRecordException;
  }

  private final JsonStreamReader stream;
  private final EntryParser<T> parser;
  private final Set<String> seen = new HashSet<>();
  private boolean started;
  private boolean ended;
  private long line;
  private String id = "";

  public JsonObjectEntries(Path file, EntryParser<T> parser) {
    this.stream = JsonStreamReader.open(file);
    this.parser = parser;
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    if (ended) {
      return Optional.empty();
    }
    if (!started) {
      JsonToken first = stream.next();
      if (first != JsonToken.START_OBJECT) {
        throw stream.failure(
            "expected a JSON object with an entry for each id, found "
                + (first == null ? "nothing" : "something else"));
      }
      started = true;
    }
    JsonToken token = stream.next();
    if (token != JsonToken.FIELD_NAME) {
      finish(token);
      return Optional.empty();
    }
    id = stream.key();
    line = stream.lineNumber();
    stream.next();
    StrictJson.TreeReader tree = new StrictJson.TreeReader();
    JsonNode value = stream.value(tree);
    tree.requireUniqueKeys();
    FieldParsing.requireId(id, "the key");
    ObjectNode entry = StrictJson.object(value, id);
    if (!seen.add(id)) {
      throw new MalformedRecordException("an earlier entry has this id: remove one of them");
    }
    return Optional.of(parser.parse(id, entry));
  }

  private void finish(JsonToken token) {
    if (token == null) {
      throw stream.failure("is truncated: get a complete copy");
    }
    if (stream.next() != null) {
      throw stream.failure(
          "there is more data after the JSON object, expected one object per file");
    }
    ended = true;
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(stream.file(), line, Excerpt.quote(id) + ": " + problem);
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
