// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.EmbeddedPassage;
import org.isogloss.core.Document;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.server.catalog.Change;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.JsonContent;
import org.isogloss.server.http.RequestException;

/**
 * Reads documents of clients: with the key {@code vector}, the vector of the whole document; with
 * {@code passages} in place of a text, a text and a vector of each passage.
 */
final class PutArguments {
  private static final String VECTOR = "vector";
  private static final String PASSAGES = "passages";
  private static final String TEXT = "text";

  private PutArguments() {}

  /**
   * Reads a document.
   *
   * @param object is changed
   * @throws RequestException if it is not a document
   */
  static Change.Put read(ObjectNode object) {
    Optional<JsonNode> vector = removed(object, VECTOR);
    Optional<JsonNode> passages = removed(object, PASSAGES);
    if (passages.isPresent()) {
      if (vector.isPresent() || object.hasNonNull(TEXT)) {
        throw RequestException.invalid(
            PASSAGES,
            "passages have texts and vectors of their own: leave out text and vector of the"
                + " document");
      }
      List<EmbeddedPassage> embedded = passages(passages.get());
      object.put(
          TEXT,
          embedded.stream()
              .map(EmbeddedPassage::text)
              .collect(Collectors.joining(EmbeddedDocument.SEPARATOR)));
      return new Change.Put(EmbeddedDocument.ofPassages(document(object.toString()), embedded));
    }
    Document document = document(object.toString());
    return vector
        .map(list -> new EmbeddedDocument(document, VectorArguments.read(VECTOR, list)))
        .map(Change.Put::new)
        .orElseGet(() -> new Change.Put(document));
  }

  /** Removes a key; null counts as absent. */
  private static Optional<JsonNode> removed(ObjectNode object, String key) {
    return Optional.ofNullable(object.remove(key)).filter(value -> !value.isNull());
  }

  /** Reads a document on a line, like {@link #read}. */
  static Change.Put readLine(String line) {
    // Most documents have no vectors, and are parsed once.
    return line.contains(VECTOR) || line.contains(PASSAGES)
        ? read(JsonContent.parse(line.getBytes(StandardCharsets.UTF_8)))
        : new Change.Put(document(line));
  }

  /** Rejects a change of some keys of a document that has vectors. */
  static void requireNoVectors(ObjectNode changes) {
    for (String key : List.of(VECTOR, PASSAGES)) {
      if (changes.has(key)) {
        throw RequestException.invalid(
            key, key + " cannot be changed by itself: put the whole document");
      }
    }
  }

  private static List<EmbeddedPassage> passages(JsonNode list) {
    if (!list.isArray() || list.isEmpty()) {
      throw Arguments.wrongType(PASSAGES, list, "a list of objects with text and vector");
    }
    List<EmbeddedPassage> passages = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      String key = PASSAGES + "[" + i + "]";
      if (!(list.get(i) instanceof ObjectNode object)) {
        throw Arguments.wrongType(key, list.get(i), "an object with text and vector");
      }
      Arguments passage = new Arguments(object);
      passages.add(
          new EmbeddedPassage(
              passage.string(TEXT),
              VectorArguments.read(key + "." + VECTOR, passage.require(VECTOR))));
      passage.requireNoOthers();
    }
    return passages;
  }

  private static Document document(String json) {
    try {
      return JsonlDocuments.parse(json);
    } catch (MalformedRecordException e) {
      throw RequestException.of(RequestException.Reason.INVALID, e.getMessage());
    }
  }
}
