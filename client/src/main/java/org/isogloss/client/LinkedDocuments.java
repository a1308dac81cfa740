// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.json.JsonObject;

/**
 * The documents of an index that are translations or copies of one text.
 *
 * @param documents ids by language code; those of one language are copies of each other
 * @param cosine mean cosine of the passages of the translations, 1 if there are only copies
 */
public record LinkedDocuments(SortedMap<String, List<String>> documents, double cosine) {
  public LinkedDocuments {
    documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
  }

  static LinkedDocuments read(JsonObject json) {
    SortedMap<String, List<String>> documents = new TreeMap<>();
    JsonObject byLanguage = json.object("documents");
    byLanguage.keys().forEach(language -> documents.put(language, byLanguage.strings(language)));
    return new LinkedDocuments(documents, json.number("cosine"));
  }
}
