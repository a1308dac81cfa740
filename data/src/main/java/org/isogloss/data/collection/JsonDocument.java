// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/** Converts a JSON object to a document. */
final class JsonDocument {
  /** The key of BEIR for an object whose keys count as those outside. */
  private static final String INNER = "metadata";

  private static final String PARAGRAPHS = "\n\n";

  private final ObjectNode object;
  private final FieldNames names;

  private JsonDocument(ObjectNode object, FieldNames names) {
    this.object = object;
    this.names = names;
  }

  /**
   * Converts an object, from which it removes all keys but those of the metadata.
   *
   * @param defaultLanguage the language of a document that does not declare its own
   */
  static Document parse(ObjectNode object, FieldNames names, Language defaultLanguage)
      throws MalformedRecordException {
    RecordEnvelope envelope = RecordEnvelope.open(object);
    return parse(envelope.fields(), envelope.id(), names, defaultLanguage);
  }

  /**
   * Like {@link #parse(ObjectNode, FieldNames, Language)}.
   *
   * @param outerId the id that something else than the object states; it counts instead of one in
   *     the object, unless that has a name of its own
   */
  static Document parse(
      ObjectNode object, Optional<String> outerId, FieldNames names, Language defaultLanguage)
      throws MalformedRecordException {
    return new JsonDocument(object, names)
        .parse(names.id().contains("_id") ? outerId : Optional.empty(), defaultLanguage);
  }

  private Document parse(Optional<String> outerId, Language defaultLanguage)
      throws MalformedRecordException {
    Optional<String> idKey = outerId.isPresent() ? Optional.empty() : Optional.of(findId());
    Optional<String> title = findText(names.title());
    Optional<String> text = findText(names.text());
    if (text.isEmpty()) {
      rejectMissingText(title.isPresent());
    }
    Document document =
        FieldParsing.newDocument(
            idKey.isPresent() ? StrictJson.id(value(idKey.get()), idKey.get()) : outerId.get(),
            JsonlDocuments.language(object, names, defaultLanguage),
            title.isPresent() ? text(title.get(), " ") : "",
            text.isPresent() ? text(text.get(), PARAGRAPHS) : "");
    idKey.ifPresent(key -> JsonFields.remove(object, key));
    title.ifPresent(key -> JsonFields.remove(object, key));
    text.ifPresent(key -> JsonFields.remove(object, key));
    for (String key : names.text()) {
      // An empty text under another name; as metadata it would say nothing.
      JsonFields.get(object, key)
          .filter(value -> isText(value) && isBlank(value))
          .ifPresent(empty -> JsonFields.remove(object, key));
    }
    for (List<String> keys : List.of(names.language(), names.link())) {
      keys.stream().filter(object::hasNonNull).findFirst().ifPresent(object::remove);
    }
    Document complete = document.withMetadata(metadata());
    if (text.isEmpty()) {
      UnnamedText.reject(complete);
    }
    return complete;
  }

  private String findId() throws MalformedRecordException {
    return JsonFields.find(object, names.id(), value -> !value.isNull())
        .orElseThrow(() -> JsonFields.missing(object, names.id(), "id"));
  }

  /** The value of a key that was found. */
  private JsonNode value(String key) {
    return JsonFields.get(object, key).orElseThrow();
  }

  /**
   * Finds the key of a title or text: the first name with one, or else with an empty one. The value
   * of the first name must be one; that of another name may as well be metadata.
   */
  private Optional<String> findText(List<String> keys) {
    return JsonFields.find(object, keys, value -> isText(value) && !isBlank(value))
        .or(() -> JsonFields.find(object, keys, JsonDocument::isText))
        .or(
            () ->
                JsonFields.find(object, keys.stream().limit(1).toList(), value -> !value.isNull()));
  }

  private static boolean isText(JsonNode value) {
    if (value.isArray() && !value.isEmpty()) {
      for (JsonNode element : value) {
        if (!element.isTextual()) {
          return false;
        }
      }
      return true;
    }
    return value.isTextual();
  }

  private static boolean isBlank(JsonNode value) {
    if (value.isArray()) {
      for (JsonNode element : value) {
        if (!isBlank(element)) {
          return false;
        }
      }
      return true;
    }
    return Encoder.isBlank(value.textValue());
  }

  private String text(String key, String separator) throws MalformedRecordException {
    JsonNode value = value(key);
    if (!isText(value) || value.isTextual()) {
      return StrictJson.text(value, key);
    }
    StringJoiner joined = new StringJoiner(separator);
    for (JsonNode element : value) {
      joined.add(StrictJson.text(element, key));
    }
    return joined.toString();
  }

  /** Rejects a document unless it may consist of its title. */
  private void rejectMissingText(boolean hasTitle) throws MalformedRecordException {
    boolean isNull = JsonFields.find(object, names.text(), JsonNode::isNull).isPresent();
    if (isNull || !hasTitle || !names.titleSuffices()) {
      throw JsonFields.missing(object, names.text(), "text");
    }
  }

  /** The keys that are not read as one of the other fields. */
  private Metadata metadata() throws MalformedRecordException {
    if (object.isEmpty()) {
      return Metadata.EMPTY;
    }
    if (object.get(INNER) instanceof ObjectNode inner) {
      object.remove(INNER);
      inner.properties().forEach(entry -> object.putIfAbsent(entry.getKey(), entry.getValue()));
    }
    try {
      Metadata metadata = MetadataJson.read(object);
      for (Map.Entry<String, MetadataValue> field : metadata.fields().entrySet()) {
        for (MetadataValue value : field.getValue().elements()) {
          StrictJson.requireWellFormed(value.toString(), field.getKey());
        }
      }
      return metadata;
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException(e.getMessage());
    }
  }
}
