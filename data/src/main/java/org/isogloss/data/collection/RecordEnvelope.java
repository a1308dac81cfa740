// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.StrictJson;

/**
 * A record inside of another object, as search engines and viewers of data sets export it:
 *
 * <ul>
 *   <li>Elasticsearch and OpenSearch: {@code {"_id": "1", "_source": {...}}}.
 *   <li>Vespa: {@code {"put": "id:namespace:type::1", "fields": {...}}}, or with {@code id} in a
 *       dump. The id is the part after the prefixes.
 *   <li>Solr: {@code {"add": {"doc": {...}}}}.
 *   <li>Hugging Face: {@code {"row_idx": 0, "row": {...}}}.
 * </ul>
 *
 * @param fields the keys of the record
 * @param id the id that the outer object states
 */
public record RecordEnvelope(ObjectNode fields, Optional<String> id) {
  private static final Pattern VESPA_ID =
      Pattern.compile("id:[^:]*:[^:]*:[^:]*:(.*)", Pattern.DOTALL);

  /** Whether a line is an object with a record inside. */
  public static boolean isEnvelope(String line) {
    try {
      ObjectNode object = StrictJson.object(line);
      return !open(object).fields().equals(object);
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  /**
   * Finds the record in an object.
   *
   * @return the object itself, without id, if there is none inside
   * @throws MalformedRecordException if the object updates or removes a document
   */
  public static RecordEnvelope open(ObjectNode object) throws MalformedRecordException {
    if (object.get("_source") instanceof ObjectNode source) {
      return new RecordEnvelope(source, id(object.get("_id")));
    }
    if (object.get("fields") instanceof ObjectNode fields) {
      if (object.path("update").isTextual()) {
        throw onlyComplete(object.get("update").textValue(), "updated");
      }
      JsonNode id = object.has("put") ? object.get("put") : object.path("id");
      Matcher vespa = VESPA_ID.matcher(id.asText());
      if (vespa.matches()) {
        return new RecordEnvelope(fields, Optional.of(vespa.group(1)));
      }
    }
    if (object.size() == 1 && object.path("remove").isTextual()) {
      throw onlyComplete(object.get("remove").textValue(), "removed");
    }
    if (object.size() == 1 && object.path("add").get("doc") instanceof ObjectNode document) {
      return new RecordEnvelope(document, Optional.empty());
    }
    return object.has("row_idx") && object.get("row") instanceof ObjectNode row
        ? new RecordEnvelope(row, Optional.empty())
        : new RecordEnvelope(object, Optional.empty());
  }

  private static MalformedRecordException onlyComplete(String id, String operation) {
    return new MalformedRecordException(
        "the document "
            + Excerpt.quote(id)
            + " is "
            + operation
            + " here, expected complete documents: export them");
  }

  /** The id in an outer object, which may be a whole number; empty if there is none. */
  static Optional<String> id(JsonNode value) throws MalformedRecordException {
    return value == null || value.isNull()
        ? Optional.empty()
        : Optional.of(StrictJson.id(value, "_id"));
  }
}
