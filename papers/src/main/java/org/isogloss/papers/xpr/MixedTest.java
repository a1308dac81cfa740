package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.papers.JudgedFile;

/**
 * The test set of two mixed languages (Chen et al. 2020, section V-A-2): each query is replaced by
 * its translation on a coin toss, and so is, for each query anew, half of its candidates. Where
 * their number is odd, one more stays in the first language.
 */
record MixedTest(TwinQuestions twins, List<MixedQuestion> questions) {
  MixedTest {
    requireNonNull(twins, "twins is null");
    questions = List.copyOf(questions);
  }

  static MixedTest of(TwinQuestions twins, Random random) {
    List<MixedQuestion> questions = new ArrayList<>();
    for (TwinQuestion question : twins.questions()) {
      Side asked = random.nextBoolean() ? Side.FIRST : Side.SECOND;
      int candidates = question.candidates().size();
      List<Side> sides = new ArrayList<>(Collections.nCopies(candidates, Side.FIRST));
      Collections.fill(sides.subList(0, candidates / 2), Side.SECOND);
      Collections.shuffle(sides, random);
      questions.add(new MixedQuestion(question, asked, sides));
    }
    return new MixedTest(twins, questions);
  }

  /** The text of a query's candidate. */
  String candidate(MixedQuestion of, int place) {
    int passage = of.question().candidates().get(place);
    return twins.passages().get(passage).in(of.candidateSides().get(place));
  }

  /** As recipes read it: each question with all its candidates. */
  Stream<JudgedFile.Example> examples() {
    return questions.stream()
        .map(
            question -> {
              List<JudgedFile.Judged> passages = new ArrayList<>();
              for (int i = 0; i < question.candidateSides().size(); i++) {
                passages.add(new JudgedFile.Judged(candidate(question, i), question.isRelevant(i)));
              }
              return new JudgedFile.Example(question.query(), passages);
            });
  }
}
