// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.Translation;
import org.isogloss.core.Hit;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.links.LinkedText;

/** The translations of a document, by the links between the documents of an index. */
final class LinkedTranslations {
  private LinkedTranslations() {}

  /** Returns one document of each other language that has the text; none without links. */
  static List<Translation> of(SearchIndex index, String documentId) {
    Optional<LinkedText> text = index.links().flatMap(links -> links.text(documentId));
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> others =
        text.get().documents().values().stream()
            .filter(copies -> !copies.contains(documentId))
            .flatMap(List::stream)
            .toList();
    Map<String, Translation> byLanguage = new LinkedHashMap<>();
    for (StoredDocument other : index.documents(others, /* texts= */ false)) {
      byLanguage.putIfAbsent(
          other.language().code(),
          new Translation(
              new Hit(other.id(), 0, text.get().cosine()), other.language(), other.title()));
    }
    return List.copyOf(byLanguage.values());
  }
}
