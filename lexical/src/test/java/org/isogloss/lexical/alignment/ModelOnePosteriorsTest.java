package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.SyntheticBitext;
import org.junit.jupiter.api.Test;

class ModelOnePosteriorsTest {
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
    agreesWithTheTwin("house", SyntheticBitext.house(), 1);
    agreesWithTheTwin("house", SyntheticBitext.house(), 6);
  }

  @Test
  void repeatedWordsAndUnequalLengthsCountAsInTheTextbook() {
    agreesWithTheTwin(
        "repeated words",
        SyntheticBitext.of(
            List.of("a a b\tx y", "b\tx x x x", "a c\ty z y", "c\tz", "a b c d\tw z y x")),
        4);
  }

  @Test
  void moreWordsThanOneTaskHoldsAreTheSame() {
    long seed = new Random().nextLong();
    agreesWithTheTwin("seed " + seed, SyntheticBitext.madeUp(300, 200, new Random(seed)), 3);
  }

  private static void agreesWithTheTwin(String what, ParallelCorpus corpus, int iterations) {
    ReferenceModelOne naive = new ReferenceModelOne(corpus);
    List<Double> expected = new ArrayList<>();
    List<Double> found = new ArrayList<>();
    for (int i = 0; i < iterations; i++) {
      naive.iterate();
      expected.add(naive.perplexity());
    }
    try (WordAligner aligner =
        WordAligner.train(corpus, plain(iterations), PerplexityRecorder.forward(found))) {
      TranslationProbabilities rows = aligner.forward().rows();
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

  private static double value(
      TranslationProbabilities rows, ParallelCorpus corpus, String e, String f) {
    int row = e.isEmpty() ? 0 : corpus.sourceVocabulary().number(e).orElseThrow();
    int slot = rows.slotOf(row, corpus.targetVocabulary().number(f).orElseThrow());
    return slot == TranslationProbabilities.ABSENT ? 0 : rows.value(slot);
  }
}
