// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.search.reader.IndexSnapshot;

/** Looks up the languages of hits. */
public final class DocumentLanguages {
  private DocumentLanguages() {}

  /**
   * Returns the language codes of the documents of hits, by document id; {@code und} for documents
   * that the index does not contain.
   */
  public static Map<String, String> of(IndexSnapshot snapshot, Collection<Hit> hits) {
    Set<String> ids = new HashSet<>();
    hits.forEach(hit -> ids.add(hit.documentId()));
    Map<String, String> found = snapshot.stored().documentLanguages(ids);
    Map<String, String> codes = new HashMap<>();
    ids.forEach(id -> codes.put(id, found.getOrDefault(id, Language.UNDETERMINED.code())));
    return codes;
  }
}
