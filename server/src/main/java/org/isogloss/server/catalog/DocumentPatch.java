// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.json.DocumentJson;
import org.isogloss.core.Document;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.server.http.RequestException;

/**
 * Changes of keys of a document, as a JSON merge patch (RFC 7396): a value replaces that of its
 * key, null removes it, and an object changes the fields whose names begin with its key. Keys
 * inside {@code metadata} count as those outside. Title, text and language have the names that they
 * have when a document is put, unless the document has another field of that name.
 *
 * @param changes the patch
 */
public record DocumentPatch(ObjectNode changes) {
  private static final String METADATA = "metadata";
  private static final Set<String> KEYS = Set.of("id", "language", "title", "text");

  /**
   * Returns a document with the changes.
   *
   * @throws RequestException if the result is not a document
   */
  Document apply(StoredDocument document) {
    ObjectNode patched = DocumentJson.write(document.toDocument());
    ObjectNode fields =
        patched.get(METADATA) instanceof ObjectNode found ? found : patched.putObject(METADATA);
    Map<String, String> names = names(fields);
    changes
        .properties()
        .forEach(
            change -> {
              String key = names.getOrDefault(change.getKey(), change.getKey());
              if (KEYS.contains(key)) {
                set(patched, key, change.getValue());
              } else if (key.equals(METADATA) && change.getValue() instanceof ObjectNode nested) {
                nested
                    .properties()
                    .forEach(inner -> merge(fields, inner.getKey(), inner.getValue()));
              } else if (key.equals(METADATA) && change.getValue().isNull()) {
                fields.removeAll();
              } else {
                merge(fields, key, change.getValue());
              }
            });
    patched.put("id", document.id());
    if (!patched.has("text")) {
      patched.put("text", "");
    }
    try {
      return JsonlDocuments.parse(patched.toString());
    } catch (MalformedRecordException e) {
      throw RequestException.of(RequestException.Reason.INVALID, e.getMessage());
    }
  }

  /** Returns the names of title, text and language by the keys that stand for them. */
  private Map<String, String> names(ObjectNode fields) {
    List<String> keys =
        changes.properties().stream()
            .map(Map.Entry::getKey)
            .filter(key -> !fields.has(key))
            .toList();
    Map<String, String> names = new HashMap<>();
    FieldNames documents = FieldNames.DOCUMENTS;
    for (List<String> field : List.of(documents.title(), documents.text(), documents.language())) {
      FieldNames.key(keys, field).ifPresent(key -> names.put(key, field.getFirst()));
    }
    return names;
  }

  private static void merge(ObjectNode fields, String name, JsonNode value) {
    if (value instanceof ObjectNode nested) {
      fields.remove(name);
      nested
          .properties()
          .forEach(inner -> merge(fields, name + "." + inner.getKey(), inner.getValue()));
      return;
    }
    List<String> parts =
        fields.properties().stream()
            .map(field -> field.getKey())
            .filter(field -> field.startsWith(name + "."))
            .toList();
    fields.remove(parts);
    set(fields, name, value);
  }

  private static void set(ObjectNode object, String key, JsonNode value) {
    if (value.isNull()) {
      object.remove(key);
    } else {
      object.set(key, value);
    }
  }
}
