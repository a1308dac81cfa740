// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.isogloss.api.Translation;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonObject;

/** Translations of a text as JSON objects. */
public final class TranslationJson {
  private TranslationJson() {}

  /** Writes translations as the key {@code versions}. */
  public static void put(ObjectNode node, List<Translation> translations) {
    ArrayNode versions = node.putArray("versions");
    translations.forEach(translation -> versions.add(write(translation)));
  }

  private static ObjectNode write(Translation translation) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", translation.hit().documentId())
        .put("language", translation.language().tag())
        .put("title", translation.title())
        .put("passage", translation.hit().passage())
        .put("score", translation.hit().score());
  }

  /**
   * Reads the key {@code versions}; none if it is absent.
   *
   * @throws IsoglossException if its elements are not translations
   */
  public static List<Translation> read(JsonObject json) {
    return json.objects("versions").stream().map(TranslationJson::readOne).toList();
  }

  private static Translation readOne(JsonObject json) {
    return new Translation(
        new Hit(json.string("id"), json.intAtLeast("passage", 0), json.number("score")),
        json.language("language"),
        json.string("title"));
  }
}
