// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.isogloss.modelio.bicla.BiclaArchitecture.Attention;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.samples.ReferenceBicla;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.bicla.BiclaBatch.Example;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BiclaBatchesTest {
  private static final int NEWS = 8;
  private static final int BOOK = 6;

  private final BiclaFiles model = ReferenceBicla.randomModel(Attention.NONE, 1);

  /** Pair i is the word i and its translation i; the first pairs are news, then a book. */
  private BiclaPairs pairs() {
    List<int[]> sentences = new ArrayList<>();
    List<String> origins = new ArrayList<>();
    for (int i = 0; i < NEWS + BOOK; i++) {
      sentences.add(new int[] {i});
      origins.add(i < NEWS ? "news" : "book");
    }
    return new BiclaPairs(
        model.words().get(0), model.words().get(1), sentences, sentences, origins);
  }

  private static BiclaBatches batches(BiclaPairs pairs, int random, int nearest) {
    return batches(pairs, random, nearest, false);
  }

  private static BiclaBatches batches(BiclaPairs pairs, int random, int nearest, boolean inBatch) {
    return batches(pairs, new BiclaRecipe.NegativeOptions(random, nearest, inBatch, 0));
  }

  private static BiclaBatches batches(BiclaPairs pairs, BiclaRecipe.NegativeOptions options) {
    int nearest = options.nearest();
    int[][] found = new int[pairs.size()][nearest];
    for (int i = 0; i < found.length; i++) {
      for (int k = 0; k < nearest; k++) {
        found[i][k] = (i + 1 + k) % found.length;
      }
    }
    return new BiclaBatches(pairs, found, options, 5, 7);
  }

  /** The first three batches of five pairs have random negatives only. */
  @Test
  void mayTakeNearestSentencesFromALaterBatchOn() {
    BiclaBatches batches =
        batches(pairs().range(0, 10), new BiclaRecipe.NegativeOptions(0, 2, false, 3));
    List<Boolean> nearest = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      nearest.add(
          batches.next().examples().stream()
              .allMatch(
                  example -> {
                    int pair = example.first().rows()[0];
                    return example.negatives().size() == 2
                        && example.negatives().get(0).rows()[0] == (pair + 1) % 10
                        && example.negatives().get(1).rows()[0] == (pair + 2) % 10;
                  }));
    }
    assertThat(nearest).containsExactly(false, false, false, true, true, true);
  }

  @Test
  void drawsRandomNegativesOfTheSameOriginThatAreNoTranslations() {
    BiclaBatches batches = batches(pairs(), 3, 0);
    Set<Integer> seen = new HashSet<>();
    for (int n = 0; n < 40; n++) {
      for (Example example : batches.next().examples()) {
        int pair = example.first().rows()[0];
        assertThat(example.second().rows()).containsExactly(pair);
        assertThat(example.negatives()).hasSize(3);
        for (WordSequence negative : example.negatives()) {
          int other = negative.rows()[0];
          assertThat(other).isNotEqualTo(pair);
          assertThat(other < NEWS).isEqualTo(pair < NEWS);
          seen.add(other);
        }
      }
    }
    assertThat(seen).hasSize(NEWS + BOOK);
  }

  @Test
  void visitsEveryPairOnceInAnEpochAndTakesItsNearestSentences() {
    BiclaPairs pairs = pairs().range(0, 10);
    BiclaBatches batches = batches(pairs, 1, 2);
    List<Integer> visited = new ArrayList<>();
    for (int n = 0; n < 2; n++) {
      for (Example example : batches.next().examples()) {
        int pair = example.first().rows()[0];
        visited.add(pair);
        assertThat(example.negatives().get(0).rows()).containsExactly((pair + 1) % 10);
        assertThat(example.negatives().get(1).rows()).containsExactly((pair + 2) % 10);
      }
    }
    assertThat(visited).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void sharesNegativesOfOneOriginAndSimilarLengths() {
    BiclaPairs words = pairs();
    List<int[]> sentences = new ArrayList<>();
    List<String> origins = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      sentences.add(new int[i % 4 < 2 ? 1 : 9]);
      origins.add(i % 2 == 0 ? "news" : "book");
    }
    BiclaBatches batches =
        batches(
            new BiclaPairs(words.firstWords(), words.secondWords(), sentences, sentences, origins),
            0,
            0,
            true);
    Set<int[]> news = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 40; i += 2) {
      news.add(sentences.get(i));
    }
    Set<int[]> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int n = 0; n < 16; n++) {
      List<Example> examples = batches.next().examples();
      assertThat(examples).hasSize(5);
      assertThat(examples.stream().map(e -> e.first().length()).distinct()).hasSize(1);
      assertThat(examples.stream().map(e -> news.contains(e.first().rows())).distinct()).hasSize(1);
      examples.forEach(example -> seen.add(example.first().rows()));
    }
    assertThat(seen).hasSize(40);
  }

  @Nested
  class KeepsTheContract extends BatchesContractTest<BiclaBatch> {
    @Override
    protected Batches<BiclaBatch> open() {
      return batches(pairs(), 2, 1);
    }
  }

  @Nested
  class KeepsTheContractWithSharedNegatives extends BatchesContractTest<BiclaBatch> {
    @Override
    protected Batches<BiclaBatch> open() {
      return batches(pairs(), 0, 0, true);
    }
  }
}
