// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A query in one language with candidates in both.
 *
 * @param question query and candidates, in both languages
 * @param candidateSides languages of the candidates, in order
 */
public record MixedLanguageQuestion(
    BilingualQuestion question, LanguageSide querySide, List<LanguageSide> candidateSides) {
  public MixedLanguageQuestion {
    requireNonNull(question, "question is null");
    requireNonNull(querySide, "querySide is null");
    candidateSides = List.copyOf(candidateSides);
    if (candidateSides.size() != question.candidates().size()) {
      throw new IllegalArgumentException(
          candidateSides.size() + " sides of " + question.candidates().size() + " candidates");
    }
  }

  public String query() {
    return question.query().text(querySide);
  }

  /** Returns the positions of all candidates. */
  public List<Integer> candidateIndices() {
    return IntStream.range(0, candidateSides.size()).boxed().toList();
  }

  /** Returns whether the candidate at a position is relevant. */
  public boolean isRelevant(int index) {
    return question.relevant().contains(question.candidates().get(index));
  }

  /** Returns whether a relevant candidate is in this language. */
  public boolean hasAnswerIn(LanguageSide side) {
    for (int i = 0; i < candidateSides.size(); i++) {
      if (isRelevant(i) && candidateSides.get(i) == side) {
        return true;
      }
    }
    return false;
  }
}
