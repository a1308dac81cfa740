// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
  private static AlignerOptions options(int iterations) {
    return AlignerOptions.builder()
        .model(AlignmentModel.MODEL1)
        .modelOneIterations(iterations)
        .prior(0)
        .threads(2)
        .build();
  }

  @Test
  void matchesReferenceImplementation() {
    assertMatchesReference("house", SyntheticBitext.house(), 1);
    assertMatchesReference("house", SyntheticBitext.house(), 6);
  }

  @Test
  void matchesReferenceForRepeatedWordsAndUnequalLengths() {
    assertMatchesReference(
        "repeated words",
        SyntheticBitext.of(
            List.of("a a b\tx y", "b\tx x x x", "a c\ty z y", "c\tz", "a b c d\tw z y x")),
        4);
  }

  @Test
  void matchesReferenceForSeveralTasks() {
    long seed = new Random().nextLong();
    assertMatchesReference(
        "seed " + seed, SyntheticBitext.artificial(300, 200, new Random(seed)), 3);
  }

  private static void assertMatchesReference(
      String description, ParallelCorpus corpus, int iterations) {
    ReferenceModelOne reference = new ReferenceModelOne(corpus);
    List<Double> expected = new ArrayList<>();
    List<Double> actual = new ArrayList<>();
    for (int i = 0; i < iterations; i++) {
      reference.iterate();
      expected.add(reference.perplexity());
    }
    try (WordAligner aligner =
        WordAligner.train(corpus, options(iterations), PerplexityRecorder.forward(actual))) {
      TranslationProbabilities rows = aligner.parameters().forward().rows();
      reference
          .probabilities()
          .forEach(
              (e, row) ->
                  row.forEach(
                      (f, probability) ->
                          assertThat(value(rows, corpus, e, f))
                              .as("%s: p(%s | %s)", description, f, e)
                              .isCloseTo(probability, within(2e-5))));
    }
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertThat(actual.get(i))
          .as(description)
          .isCloseTo(expected.get(i), within(1e-4 * expected.get(i)));
    }
  }

  private static double value(
      TranslationProbabilities rows, ParallelCorpus corpus, String e, String f) {
    int row = e.isEmpty() ? 0 : corpus.sourceVocabulary().number(e).orElseThrow();
    int slot = rows.slotOf(row, corpus.targetVocabulary().number(f).orElseThrow());
    return slot == TranslationProbabilities.ABSENT ? 0 : rows.value(slot);
  }
}
