// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.data.collection.ClirMatrix;

/**
 * Relevance grades of the documents in the language of a query, from 1 to 6, in the manner of
 * CLIRMatrix (Sun and Duh 2020): the scores of a BM25 ranking are split into six classes by {@link
 * NaturalBreaks}.
 */
final class RelevanceGrades {
  private static final int CLASSES = ClirMatrix.MAX_GRADE;

  private RelevanceGrades() {}

  /**
   * Grades a ranking. The class of the highest scores has grade 6. If there are fewer than six
   * classes, because there are fewer different scores, their grades are spread over the scale: of
   * {@code k} classes, class {@code c} has the grade {@code 6 c / k}, rounded up.
   *
   * @param ownDocument the document whose title is the query, which has grade 6 at any rank
   * @param ranking at least one hit
   * @return the grades of the retrieved documents and of {@code ownDocument}, by document id, best
   *     first
   */
  static SequencedMap<String, Integer> of(String ownDocument, Ranking ranking) {
    NaturalBreaks breaks =
        NaturalBreaks.of(ranking.hits().stream().mapToDouble(Hit::score).toArray(), CLASSES);
    SequencedMap<String, Integer> grades = new LinkedHashMap<>();
    grades.put(ownDocument, CLASSES);
    for (Hit hit : ranking.hits()) {
      int grade = Math.ceilDiv(CLASSES * breaks.classOf(hit.score()), breaks.classes());
      grades.putIfAbsent(hit.documentId(), grade);
    }
    return grades;
  }
}
