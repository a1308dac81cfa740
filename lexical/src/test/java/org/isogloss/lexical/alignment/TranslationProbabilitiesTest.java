// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.core.concurrent.WorkerPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TranslationProbabilitiesTest {
  private final WorkerPool workers = new WorkerPool("aligner", 2);

  @AfterEach
  void close() {
    workers.close();
  }

  @Test
  void findsExactlyTheCandidates() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Map<Integer, Float>> expected = new ArrayList<>();
    int[] sizes = new int[50];
    for (int row = 0; row < sizes.length; row++) {
      expected.add(new HashMap<>());
      for (int n = random.nextInt(60); n > 0; n--) {
        expected.get(row).put(random.nextInt(100), random.nextFloat());
      }
      sizes[row] = expected.get(row).size();
    }
    TranslationProbabilities rows = new TranslationProbabilities(sizes);
    for (int row = 0; row < sizes.length; row++) {
      int currentRow = row;
      expected.get(row).forEach((target, value) -> rows.put(currentRow, target, value));
    }
    for (int row = 0; row < sizes.length; row++) {
      for (int target = 0; target < 100; target++) {
        int slot = rows.slotOf(row, target);
        Float value = expected.get(row).get(target);
        assertThat(slot == TranslationProbabilities.ABSENT)
            .as("seed %d", seed)
            .isEqualTo(value == null);
        if (value != null) {
          assertThat(rows.value(slot)).as("seed %d", seed).isEqualTo(value);
        }
      }
    }
  }

  @Test
  void normalisesRowsWithoutPrior() {
    assertThat(values(maximised(0, 3, 1, 0))).containsExactly(0.75f, 0.25f, 0f);
  }

  @Test
  void priorReducesProbabilityOfRareCandidates() {
    List<Float> values = values(maximised(0.01, 3, 1, 0));
    // exp(digamma(3.01) - digamma(4.03)), exp(digamma(1.01) - digamma(4.03))
    assertThat((double) values.get(0)).isCloseTo(0.7132, within(1e-3));
    assertThat((double) values.get(1)).isCloseTo(0.1610, within(1e-3));
    assertThat(values.get(2)).isZero();
  }

  @Test
  void removesCandidatesOfRowWithoutCounts() {
    assertThat(values(maximised(0, 0, 0, 0))).containsOnly(0f);
  }

  private TranslationProbabilities maximised(double prior, double... counts) {
    TranslationProbabilities rows = new TranslationProbabilities(new int[] {counts.length});
    double[] slots = new double[rows.slotCount()];
    for (int target = 0; target < counts.length; target++) {
      rows.put(0, target, 1);
      slots[rows.slotOf(0, target)] = counts[target];
    }
    return rows.maximised(slots, prior, workers);
  }

  private static List<Float> values(TranslationProbabilities rows) {
    List<Float> values = new ArrayList<>();
    for (int target = 0; target < 3; target++) {
      int slot = rows.slotOf(0, target);
      values.add(slot == TranslationProbabilities.ABSENT ? 0 : rows.value(slot));
    }
    return values;
  }
}
