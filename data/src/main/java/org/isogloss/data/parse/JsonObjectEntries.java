package org.isogloss.data.parse;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;

/**
 * The records of a file that is one JSON object, an entry each: the key is an id, the value an
 * object. An entry is in memory at a time.
 *
 * @param <T> what a record is
 */
public final class JsonObjectEntries<T> implements Records.Source<T> {
  /**
   * Makes a record of an entry.
   *
   * @param <T> what a record is
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
      throw new MalformedRecordException("there is an entry of this id above: remove one of them");
    }
    return Optional.of(parser.parse(id, entry));
  }

  private void finish(JsonToken token) {
    if (token == null) {
      throw stream.failure("is cut short: get a whole copy");
    }
    if (stream.next() != null) {
      throw stream.failure("there is more behind the JSON object: a file holds one");
    }
    ended = true;
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(
        stream.file(), line, FieldParsing.quotedExcerpt(id) + ": " + problem);
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
