// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.data.training.JudgedExample;
import org.isogloss.data.training.JudgedPassage;

/**
 * The test set of two mixed languages (Chen et al. 2020, section V-A-2): each query is replaced by
 * its translation with probability .5 and, for each query anew, so is a random half of its
 * candidates. If their number is odd, one more remains in the first language.
 */
public record MixedLanguageTestSet(
    BilingualQuestionSet questionSet, List<MixedLanguageQuestion> questions) {
  public MixedLanguageTestSet {
    requireNonNull(questionSet, "questionSet is null");
    questions = List.copyOf(questions);
  }

  public static MixedLanguageTestSet mix(BilingualQuestionSet questionSet, Random random) {
    List<MixedLanguageQuestion> questions = new ArrayList<>();
    for (BilingualQuestion question : questionSet.questions()) {
      LanguageSide querySide = random.nextBoolean() ? LanguageSide.FIRST : LanguageSide.SECOND;
      int candidates = question.candidates().size();
      List<LanguageSide> sides =
          new ArrayList<>(Collections.nCopies(candidates, LanguageSide.FIRST));
      Collections.fill(sides.subList(0, candidates / 2), LanguageSide.SECOND);
      Collections.shuffle(sides, random);
      questions.add(new MixedLanguageQuestion(question, querySide, sides));
    }
    return new MixedLanguageTestSet(questionSet, questions);
  }

  /** Returns the text of a query's candidate. */
  public String candidate(MixedLanguageQuestion question, int index) {
    int passage = question.question().candidates().get(index);
    return questionSet.passages().get(passage).text(question.candidateSides().get(index));
  }

  /** Returns the test in the format of recipes: each question with all its candidates. */
  public Stream<JudgedExample> toJudgedExamples() {
    return questions.stream()
        .map(
            question -> {
              List<JudgedPassage> passages = new ArrayList<>();
              for (int i = 0; i < question.candidateSides().size(); i++) {
                passages.add(JudgedPassage.of(candidate(question, i), question.isRelevant(i)));
              }
              return new JudgedExample(question.query(), passages);
            });
  }
}
