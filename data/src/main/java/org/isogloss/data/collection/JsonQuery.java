// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/** Converts a JSON object to a query. */
final class JsonQuery {
  private JsonQuery() {}

  /**
   * Converts an object, or the record inside of it: see {@link RecordEnvelope}.
   *
   * @param defaultLanguage the language of a query that does not declare its own
   */
  static Query parse(ObjectNode object, FieldNames names, Language defaultLanguage)
      throws MalformedRecordException {
    RecordEnvelope envelope = RecordEnvelope.open(object);
    return parse(envelope.fields(), envelope.id(), names, defaultLanguage);
  }

  /**
   * Converts an object.
   *
   * @param outerId the id that something else than the object states; it counts instead of one in
   *     the object
   */
  static Query parse(
      ObjectNode object, Optional<String> outerId, FieldNames names, Language defaultLanguage)
      throws MalformedRecordException {
    String textKey = key(object, names.text());
    String text = StrictJson.text(value(object, textKey), textKey);
    return new Query(
        outerId.isPresent() ? outerId.get() : id(object, names),
        JsonlDocuments.language(object, names, defaultLanguage),
        FieldParsing.requireNotBlank(text, "the text of the query"));
  }

  private static String id(ObjectNode object, FieldNames names) throws MalformedRecordException {
    String key = key(object, names.id());
    return StrictJson.id(value(object, key), key);
  }

  private static JsonNode value(ObjectNode object, String key) {
    return JsonFields.get(object, key).orElseThrow();
  }

  /** The key of the first name with a value that is not blank, or else with a blank one. */
  private static String key(ObjectNode object, List<String> names) throws MalformedRecordException {
    Optional<String> key =
        JsonFields.find(object, names, value -> !value.isNull() && !isBlank(value))
            .or(() -> JsonFields.find(object, names, value -> !value.isNull()));
    return key.orElseThrow(() -> StrictJson.missing(object, names));
  }

  private static boolean isBlank(JsonNode value) {
    return value.isTextual() && Encoder.isBlank(value.textValue());
  }
}
