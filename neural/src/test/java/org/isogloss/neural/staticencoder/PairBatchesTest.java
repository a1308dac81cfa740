// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.corpus.PairGroup;
import org.isogloss.neural.corpus.WordCorpus;
import org.isogloss.neural.corpus.WordTokenTable;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PairBatchesTest {
  /** Sentence {@code i} consists of the word {@code i}; each word is one token. */
  private static final int SENTENCES = 2000;

  private static final List<String> WORDS =
      IntStream.range(0, SENTENCES).mapToObj(i -> "w" + i).toList();

  private static final Tokenizer TOKENIZER =
      CorpusFixtures.tokenizer(
          IntStream.range(-5, SENTENCES)
              .mapToObj(
                  i ->
                      i < 0
                          ? List.of("[MASK]", "[SEP]", "[CLS]", "[UNK]", "[PAD]").get(-i - 1)
                          : "w" + i)
              .toList());

  private static PairGroup group(String kind, String name, int from, int size) {
    return new PairGroup(
        kind,
        name,
        IntStream.range(from, from + size).toArray(),
        IntStream.range(from + size, from + 2 * size).toArray());
  }

  private static final List<PairGroup> GROUPS =
      List.of(
          group("bitext", "en-de", 0, 400),
          group("bitext", "en-sw", 800, 100),
          group("documentation", "de-fr", 1000, 25));

  private static WordCorpus corpus(List<PairGroup> groups) {
    return new WordCorpus(
        WORDS,
        IntStream.range(0, SENTENCES).toArray(),
        IntStream.rangeClosed(0, SENTENCES).toArray(),
        groups,
        List.of());
  }

  private static PairBatches batches(PairSamplingOptions options, long seed) {
    return new PairBatches(
        corpus(GROUPS),
        WordTokenTable.of(WORDS, TOKENIZER),
        TOKENIZER.vocabularySize(),
        options,
        seed);
  }

  private static PairSamplingOptions options(int pairs, int groups) {
    return new PairSamplingOptions(
        pairs, groups, 0.5, Map.of("bitext", 3.0, "documentation", 1.0), 0.0);
  }

  private static String groupOf(int leftSentence) {
    return leftSentence < 800 ? "en-de" : leftSentence < 1000 ? "en-sw" : "de-fr";
  }

  @Test
  void samplesKindsByTheirShareAndGroupsByTheRootOfTheirSize() {
    // The roots of 400 and 100 are 20 and 10, so two to one within the three quarters of bitext.
    assertThat(PairSampler.samplingProbabilities(GROUPS, options(10, 1)))
        .containsExactly(0.5, 0.25, 0.25);
    PairBatches batches = batches(options(10, 1), 1);
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 4000; i++) {
      counts.merge(groupOf(batches.next().leftKeys()[0]), 1, Integer::sum);
    }
    assertThat(counts.get("en-de") / 4000.0).isCloseTo(0.5, within(0.03));
    assertThat(counts.get("en-sw") / 4000.0).isCloseTo(0.25, within(0.03));
    assertThat(counts.get("de-fr") / 4000.0).isCloseTo(0.25, within(0.03));
  }

  @Test
  void dividesABatchEvenlyAmongItsGroups() {
    PairBatches batches = batches(options(12, 3), 2);
    for (int i = 0; i < 50; i++) {
      PairBatch batch = batches.next();
      for (int slice = 0; slice < 3; slice++) {
        int[] left = Arrays.copyOfRange(batch.leftKeys(), slice * 4, slice * 4 + 4);
        assertThat(Arrays.stream(left).mapToObj(PairBatchesTest::groupOf).distinct()).hasSize(1);
      }
      for (int k = 0; k < 12; k++) {
        int size =
            switch (groupOf(batch.leftKeys()[k])) {
              case "en-de" -> 400;
              case "en-sw" -> 100;
              default -> 25;
            };
        assertThat(batch.rightKeys()[k]).isEqualTo(batch.leftKeys()[k] + size);
      }
    }
  }

  @Test
  void samplesEveryPairOncePerRound() {
    PairBatches batches =
        new PairBatches(
            corpus(GROUPS.subList(1, 2)),
            WordTokenTable.of(WORDS, TOKENIZER),
            TOKENIZER.vocabularySize(),
            options(20, 1),
            3);
    for (int round = 0; round < 3; round++) {
      int[] sampled =
          IntStream.range(0, 5)
              .flatMap(i -> Arrays.stream(batches.next().leftKeys()))
              .sorted()
              .toArray();
      assertThat(sampled).isEqualTo(GROUPS.get(1).left());
    }
  }

  @Nested
  class KeepsTheContract extends BatchesContractTest<PairBatch> {
    @Override
    protected Batches<PairBatch> open() {
      return batches(new PairSamplingOptions(30, 3, 0.5, Map.of(), 0.3), 4);
    }
  }

  @Test
  void anotherSeedSamplesOtherPairs() {
    assertThat(batches(options(30, 3), 5).next().leftKeys())
        .isNotEqualTo(batches(options(30, 3), 4).next().leftKeys());
  }

  @Test
  void dropsTokensButNeverAll() {
    List<String> words = WORDS.subList(0, 40);
    int[] sentence = IntStream.range(0, 20).toArray();
    int[] tokens = IntStream.concat(Arrays.stream(sentence), IntStream.of(20)).toArray();
    WordCorpus corpus =
        new WordCorpus(
            words,
            tokens,
            new int[] {0, 20, 21},
            List.of(new PairGroup("bitext", "en-de", new int[] {0, 0}, new int[] {1, 1})),
            List.of());
    PairBatches batches =
        new PairBatches(
            corpus,
            WordTokenTable.of(words, TOKENIZER),
            TOKENIZER.vocabularySize(),
            new PairSamplingOptions(2, 1, 0.5, Map.of(), 0.4),
            6);
    int kept = 0;
    for (int i = 0; i < 500; i++) {
      TokenBagBatch texts = batches.next().texts();
      kept += texts.offsets()[1];
      // The right sides have only one token, which is kept.
      assertThat(texts.indices().length - texts.offsets()[2]).isEqualTo(2);
    }
    // One of the 20 tokens is always kept, and 60 % of the others.
    assertThat(kept / 500.0).isCloseTo(1 + 19 * 0.6, within(0.5));
  }

  @Test
  void rejectsACorpusWithoutPairs() {
    assertThatThrownBy(
            () ->
                new PairBatches(
                    corpus(List.of()),
                    WordTokenTable.of(WORDS, TOKENIZER),
                    TOKENIZER.vocabularySize(),
                    options(10, 1),
                    1))
        .hasMessage("there is no pair to train on");
  }
}
