// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.StrictJson;

/**
 * Finds the fields of an object by the names of {@link FieldNames}. A key is written as a path:
 * {@code outer.inner} is the key {@code inner} of the object {@code outer}, unless there is a key
 * with that dot.
 */
final class JsonFields {
  private JsonFields() {}

  /** The key of the first name whose value a predicate accepts. */
  static Optional<String> find(
      ObjectNode object, List<String> names, Predicate<JsonNode> predicate) {
    for (String name : names) {
      Optional<JsonNode> value = get(object, name);
      if (value.isPresent() && predicate.test(value.get())) {
        return Optional.of(name);
      }
    }
    for (String name : names) {
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        if (FieldNames.isSame(name, entry.getKey()) && predicate.test(entry.getValue())) {
          return Optional.of(entry.getKey());
        }
      }
    }
    return Optional.empty();
  }

  /** The value of a key. */
  static Optional<JsonNode> get(ObjectNode object, String key) {
    JsonNode value = object.get(key);
    if (value != null) {
      return Optional.of(value);
    }
    int dot = key.indexOf('.');
    return dot > 0 && object.get(key.substring(0, dot)) instanceof ObjectNode inner
        ? get(inner, key.substring(dot + 1))
        : Optional.empty();
  }

  /** Removes a key that {@link #find} returned. */
  static void remove(ObjectNode object, String key) {
    int dot = key.indexOf('.');
    if (object.remove(key) == null
        && dot > 0
        && object.get(key.substring(0, dot)) instanceof ObjectNode inner) {
      remove(inner, key.substring(dot + 1));
    }
  }

  /**
   * Creates the exception for a record without a field.
   *
   * @param field what the field is: "id"
   */
  static MalformedRecordException missing(ObjectNode object, List<String> names, String field) {
    Optional<String> empty = find(object, names, JsonNode::isNull);
    if (empty.isPresent()) {
      return new MalformedRecordException(
          Excerpt.quote(empty.get()) + " is null: fill it in or remove the record");
    }
    return new MalformedRecordException(
        "has no "
            + Excerpt.quote(names.getFirst())
            + (names.size() > 1 ? " and no other known name of the " + field : "")
            + "; "
            + StrictJson.describeKeys(object, names.getFirst())
            + ": rename the key of the "
            + field
            + ", or specify its name");
  }
}
