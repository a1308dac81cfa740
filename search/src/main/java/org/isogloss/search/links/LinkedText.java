// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A text that an index contains in several documents: translations of each other in several
 * languages, or copies in one.
 *
 * @param documents ids of documents by language code, at least two in all. Those of one language
 *     are copies of each other, in ascending order
 * @param cosine mean cosine of the passages of its translations, 1 if there are only copies
 */
public record LinkedText(SortedMap<String, List<String>> documents, double cosine) {
  public LinkedText {
    SortedMap<String, List<String>> copy = new TreeMap<>();
    documents.forEach((language, ids) -> copy.put(language, ids.stream().sorted().toList()));
    documents = Collections.unmodifiableSortedMap(copy);
    if (documents.values().stream().mapToInt(List::size).sum() < 2) {
      throw new IllegalArgumentException("a text has " + documents + ", expected two documents");
    }
  }

  /** Whether the text exists in several languages. */
  public boolean isTranslated() {
    return documents.size() > 1;
  }

  /** The ids of all documents. */
  public List<String> ids() {
    return documents.values().stream().flatMap(List::stream).toList();
  }

  /** Returns the text with some of its documents; empty if there is only one of them, or none. */
  public Optional<LinkedText> retain(Predicate<String> kept) {
    SortedMap<String, List<String>> rest = new TreeMap<>();
    documents.forEach(
        (language, ids) -> {
          List<String> retained = ids.stream().filter(kept).toList();
          if (!retained.isEmpty()) {
            rest.put(language, retained);
          }
        });
    return rest.values().stream().mapToInt(List::size).sum() < 2
        ? Optional.empty()
        : Optional.of(new LinkedText(rest, rest.size() > 1 ? cosine : 1));
  }
}
