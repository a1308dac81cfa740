package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A query in one language with candidates in both.
 *
 * @param question what it asks and what may answer, in both languages
 * @param candidateSides the languages of the candidates, in their order
 */
record MixedQuestion(TwinQuestion question, Side querySide, List<Side> candidateSides) {
  MixedQuestion {
    requireNonNull(question, "question is null");
    requireNonNull(querySide, "querySide is null");
    candidateSides = List.copyOf(candidateSides);
    if (candidateSides.size() != question.candidates().size()) {
      throw new IllegalArgumentException(
          candidateSides.size() + " sides of " + question.candidates().size() + " candidates");
    }
  }

  String query() {
    return question.query().in(querySide);
  }

  /** The places of all candidates. */
  List<Integer> places() {
    return IntStream.range(0, candidateSides.size()).boxed().toList();
  }

  /** Whether a candidate, by its place, answers. */
  boolean isRelevant(int place) {
    return question.relevant().contains(question.candidates().get(place));
  }

  /** Whether a candidate in this language answers. */
  boolean answersIn(Side side) {
    for (int i = 0; i < candidateSides.size(); i++) {
      if (isRelevant(i) && candidateSides.get(i) == side) {
        return true;
      }
    }
    return false;
  }
}
