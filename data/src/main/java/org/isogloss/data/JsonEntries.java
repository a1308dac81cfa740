package org.isogloss.data;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The records of a file that is one JSON object, an entry each: the key is an id, the value an
 * object. An entry is in memory at a time.
 *
 * @param <T> what a record is
 */
final class JsonEntries<T> implements Records.Source<T> {
  /**
   * Makes a record of an entry.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  interface Maker<T> {
    T make(String id, ObjectNode entry) throws MalformedRecordException;
  }

  private final JsonStream stream;
  private final Maker<T> maker;
  private final Set<String> seen = new HashSet<>();
  private boolean started;
  private boolean ended;
  private long line;
  private String id = "";

  JsonEntries(Path file, Maker<T> maker) {
    this.stream = JsonStream.open(file);
    this.maker = maker;
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    if (ended) {
      return Optional.empty();
    }
    if (!started) {
      JsonToken first = stream.next();
      if (first != JsonToken.START_OBJECT) {
        throw stream.problem(
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
    line = stream.line();
    stream.next();
    Json.Tree tree = new Json.Tree();
    JsonNode value = stream.value(tree);
    tree.check();
    Parsing.id(id, "the key");
    ObjectNode entry = Json.object(value, id);
    if (!seen.add(id)) {
      throw new MalformedRecordException("there is an entry of this id above: remove one of them");
    }
    return Optional.of(maker.make(id, entry));
  }

  private void finish(JsonToken token) {
    if (token == null) {
      throw stream.problem("is cut short: get a whole copy");
    }
    if (stream.next() != null) {
      throw stream.problem("there is more behind the JSON object: a file holds one");
    }
    ended = true;
  }

  @Override
  public FormatException located(String problem) {
    return new FormatException(stream.file(), line, Parsing.excerpt(id) + ": " + problem);
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
