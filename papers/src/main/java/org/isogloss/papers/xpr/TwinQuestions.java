package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A set of queries and passages, all in both languages. */
record TwinQuestions(String name, List<Twin> passages, List<TwinQuestion> questions) {
  TwinQuestions {
    requireNonNull(name, "name is null");
    passages = List.copyOf(passages);
    questions = List.copyOf(questions);
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
