// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.isogloss.core.Language;
import org.isogloss.data.Judgement;

/**
 * The candidates of a query in a document language: the counterparts of the graded documents with
 * the same grades, completed with other documents of the language, sampled without replacement,
 * which have grade 0.
 */
final class CandidateSelection {
  private static final Comparator<Judgement> BEST_FIRST =
      Comparator.comparingInt(Judgement::grade).reversed().thenComparing(Judgement::documentId);

  private final LinkedPages pages;
  private final int candidates;
  private final long seed;

  /**
   * Creates a selection.
   *
   * @param candidates number of candidates, if the language has enough documents
   */
  CandidateSelection(LinkedPages pages, int candidates, long seed) {
    this.pages = pages;
    this.candidates = candidates;
    this.seed = seed;
  }

  /**
   * Returns the candidates of a query in descending order of their grades; those of equal grade in
   * the order of their ids.
   *
   * @param grades the grades of documents in the query language, above 0
   * @return an empty list if no graded document has a counterpart in the language
   */
  List<Judgement> select(String queryId, Language documentLanguage, Map<String, Integer> grades) {
    Map<String, Integer> selected = new LinkedHashMap<>();
    grades.forEach(
        (document, grade) -> {
          Optional<String> counterpart = pages.counterpart(document, documentLanguage);
          if (counterpart.isPresent() && selected.size() < candidates) {
            selected.put(counterpart.get(), grade);
          }
        });
    if (selected.isEmpty()) {
      return List.of();
    }
    List<String> documents = pages.documents(documentLanguage);
    SplittableRandom random =
        new SplittableRandom(SeededHash.of(seed, queryId, documentLanguage.tag()));
    int size = Math.min(candidates, documents.size());
    while (selected.size() < size) {
      selected.putIfAbsent(documents.get(random.nextInt(documents.size())), 0);
    }
    List<Judgement> judgements = new ArrayList<>(size);
    selected.forEach((document, grade) -> judgements.add(new Judgement(queryId, document, grade)));
    judgements.sort(BEST_FIRST);
    return judgements;
  }
}
