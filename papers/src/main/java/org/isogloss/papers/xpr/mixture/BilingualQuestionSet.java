// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/** A set of queries and passages, all in both languages. */
public record BilingualQuestionSet(
    String name, List<BilingualText> passages, List<BilingualQuestion> questions) {
  public BilingualQuestionSet {
    requireNonNull(name, "name is null");
    passages = List.copyOf(passages);
    questions = List.copyOf(questions);
  }

  /**
   * Returns the first passages only, as candidates of the first questions to which they are
   * relevant.
   *
   * @param maxQuestions maximum number of questions
   * @param maxPassages maximum number of passages
   */
  public BilingualQuestionSet limitedTo(int maxQuestions, int maxPassages) {
    List<BilingualQuestion> fewer = new ArrayList<>();
    for (BilingualQuestion question : questions) {
      List<Integer> candidates =
          question.candidates().stream().filter(i -> i < maxPassages).toList();
      if (fewer.size() < maxQuestions && candidates.containsAll(question.relevant())) {
        fewer.add(new BilingualQuestion(question.query(), candidates, question.relevant()));
      }
    }
    return new BilingualQuestionSet(
        name, passages.subList(0, Math.min(maxPassages, passages.size())), fewer);
  }

  /** Returns the sizes, for the notes of tables. */
  public String describeSizes() {
    int most = questions.stream().mapToInt(one -> one.candidates().size()).max().orElse(0);
    int least = questions.stream().mapToInt(one -> one.candidates().size()).min().orElse(0);
    return questions.size()
        + " queries, "
        + (least == most ? most : least + " to " + most)
        + " candidates each";
  }
}
