// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.EmbeddedPassage;
import org.isogloss.api.StoredDocument;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.json.MetadataJson;

/** Documents as JSON objects: as a program puts them, and as an index stores them. */
public final class DocumentJson {
  private DocumentJson() {}

  /** Writes a document to put. */
  public static ObjectNode write(Document document) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", document.id());
    if (!document.language().isUndetermined()) {
      node.put("language", document.language().tag());
    }
    if (!document.title().isEmpty()) {
      node.put("title", document.title());
    }
    node.put("text", document.text());
    if (!document.metadata().isEmpty()) {
      // An object of their own, so that a field may be named like one of the keys above.
      node.set("metadata", MetadataJson.write(document.metadata()));
    }
    return node;
  }

  /** Writes a document to put, with the vectors of its passages. */
  public static ObjectNode write(EmbeddedDocument embedded) {
    ObjectNode node = write(embedded.document());
    node.remove("text");
    ArrayNode passages = node.putArray("passages");
    for (EmbeddedPassage passage : embedded.passages()) {
      ArrayNode vector = passages.addObject().put("text", passage.text()).putArray("vector");
      for (float component : passage.vector()) {
        vector.add(component);
      }
    }
    return node;
  }

  /** Writes a document of an index; without the key {@code passages} if it has none. */
  public static ObjectNode write(StoredDocument document) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", document.id());
    node.put("language", document.language().tag());
    node.put("title", document.title());
    node.set("metadata", MetadataJson.write(document.metadata()));
    if (document.passages().isEmpty()) {
      return node;
    }
    ArrayNode passages = node.putArray("passages");
    for (Passage passage : document.passages()) {
      ObjectNode entry = passages.addObject();
      PassageJson.putPosition(entry, passage);
      entry.put("text", passage.text());
    }
    return node;
  }

  /**
   * Reads a document of an index.
   *
   * @throws IsoglossException if the object is not one
   */
  public static StoredDocument readStored(JsonObject json) {
    return read(json, json.requiredObjects("passages"));
  }

  /** Reads a document of a list like {@link #readStored}; its passages may be missing. */
  public static StoredDocument readListed(JsonObject json) {
    return read(json, json.objects("passages"));
  }

  private static StoredDocument read(JsonObject json, List<JsonObject> passages) {
    return new StoredDocument(
        json.string("id"),
        json.language("language"),
        json.string("title"),
        json.metadata("metadata"),
        passages.stream().map(passage -> PassageJson.read(json, passage)).toList());
  }
}
