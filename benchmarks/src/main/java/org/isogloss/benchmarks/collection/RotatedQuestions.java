// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.collection;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Questions whose language changes from one to the next.
 *
 * @param collection each question in one language, the candidates in all languages, and judgements
 *     of those in the other languages
 * @param excluded ids of the answers in a question's own language by the id of the question; they
 *     remain candidates of other questions
 */
public record RotatedQuestions(TestCollection collection, Map<String, Set<String>> excluded) {
  public RotatedQuestions {
    requireNonNull(collection, "collection is null");
    excluded =
        excluded.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, entry -> Set.copyOf(entry.getValue())));
  }

  /** Returns whether a document is an answer in the question's own language, which is left out. */
  public boolean isExcluded(String query, String document) {
    return excluded.getOrDefault(query, Set.of()).contains(document);
  }
}
