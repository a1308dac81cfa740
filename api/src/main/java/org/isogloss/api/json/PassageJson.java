// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.core.Passage;
import org.isogloss.core.json.JsonObject;

/** A passage as keys of an object. */
final class PassageJson {
  private PassageJson() {}

  /** Puts what a passage has in common with the others of its document. */
  static void putDocument(ObjectNode node, Passage passage) {
    node.put("id", passage.documentId());
    node.put("language", passage.language().tag());
    node.put("title", passage.title());
  }

  /** Puts the position of a passage in its document. */
  static void putPosition(ObjectNode node, Passage passage) {
    node.put("passage", passage.ordinal());
    node.put("start", passage.start());
    node.put("end", passage.end());
  }

  /** Reads a passage whose document is described by the same object. */
  static Passage read(JsonObject json) {
    return read(json, json);
  }

  /** Reads a passage of a document. */
  static Passage read(JsonObject document, JsonObject json) {
    return json.create(
        () ->
            new Passage(
                document.string("id"),
                json.intAtLeast("passage", 0),
                document.language("language"),
                document.string("title"),
                json.string("text"),
                json.intAtLeast("start", 0),
                json.intAtLeast("end", 0)));
  }
}
