package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/** A set of queries and passages, all in both languages. */
record TwinQuestions(String name, List<Twin> passages, List<TwinQuestion> questions) {
  TwinQuestions {
    requireNonNull(name, "name is null");
    passages = List.copyOf(passages);
    questions = List.copyOf(questions);
  }

  /**
   * The first passages alone, as candidates of the first questions that they answer.
   *
   * @param most questions, at most
   * @param kept passages, at most
   */
  TwinQuestions first(int most, int kept) {
    List<TwinQuestion> fewer = new ArrayList<>();
    for (TwinQuestion question : questions) {
      List<Integer> candidates = question.candidates().stream().filter(i -> i < kept).toList();
      if (fewer.size() < most && candidates.containsAll(question.relevant())) {
        fewer.add(new TwinQuestion(question.query(), candidates, question.relevant()));
      }
    }
    return new TwinQuestions(name, passages.subList(0, Math.min(kept, passages.size())), fewer);
  }

  /** How many there are, for who reads figures. */
  String sizes() {
    int most = questions.stream().mapToInt(one -> one.candidates().size()).max().orElse(0);
    int least = questions.stream().mapToInt(one -> one.candidates().size()).min().orElse(0);
    return questions.size()
        + " queries, "
        + (least == most ? most : least + " to " + most)
        + " candidates each";
  }
}
