package org.isogloss.lexical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModelOneTest {
  private static AlignerOptions plain(int iterations) {
    return AlignerOptions.builder()
        .model(AlignmentModel.MODEL1)
        .modelOneIterations(iterations)
        .prior(0)
        .threads(2)
        .build();
  }

  @Test
  void valuesAreThoseOfTheTextbook() {
    agreesWithTheTwin("house", SmallBitext.house(), 1);
    agreesWithTheTwin("house", SmallBitext.house(), 6);
  }

  @Test
  void repeatedWordsAndUnequalLengthsCountAsInTheTextbook() {
    agreesWithTheTwin(
        "repeated words",
        SmallBitext.of(
            List.of("a a b\tx y", "b\tx x x x", "a c\ty z y", "c\tz", "a b c d\tw z y x")),
        4);
  }

  @Test
  void moreWordsThanOneTaskHoldsAreTheSame() {
    long seed = new Random().nextLong();
    agreesWithTheTwin("seed " + seed, SmallBitext.madeUp(300, 200, new Random(seed)), 3);
  }

  private static void agreesWithTheTwin(String what, ParallelCorpus corpus, int iterations) {
    NaiveModelOne naive = new NaiveModelOne(corpus);
    List<Double> expected = new ArrayList<>();
    List<Double> found = new ArrayList<>();
    for (int i = 0; i < iterations; i++) {
      naive.iterate();
      expected.add(naive.perplexity());
    }
    try (WordAligner aligner =
        WordAligner.train(corpus, plain(iterations), Perplexities.forward(found))) {
      CandidateRows rows = aligner.forward().rows();
      naive
          .probabilities()
          .forEach(
              (e, row) ->
                  row.forEach(
                      (f, probability) ->
                          assertThat(value(rows, corpus, e, f))
                              .as("%s: p(%s | %s)", what, f, e)
                              .isCloseTo(probability, within(2e-5))));
    }
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i)).as(what).isCloseTo(expected.get(i), within(1e-4 * expected.get(i)));
    }
  }

  private static double value(CandidateRows rows, ParallelCorpus corpus, String e, String f) {
    int row = e.isEmpty() ? 0 : corpus.sourceVocabulary().number(e).orElseThrow();
    int slot = rows.find(row, corpus.targetVocabulary().number(f).orElseThrow());
    return slot == CandidateRows.ABSENT ? 0 : rows.value(slot);
  }
}
