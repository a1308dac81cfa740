// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.duplicate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintSetTest {
  @Test
  void containsDistinctTexts() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    FingerprintSet fingerprints = new FingerprintSet();
    Set<List<String>> reference = new HashSet<>();
    for (int i = 0; i < 200_000; i++) {
      String first = Integer.toString(random.nextInt(500), 36);
      String second = Integer.toString(random.nextInt(500), 36);
      assertThat(fingerprints.add(first, second))
          .as("seed %d", seed)
          .isEqualTo(reference.add(List.of(first, second)));
    }
    assertThat(fingerprints.size()).isEqualTo(reference.size());
  }

  @Test
  void distinguishesTheBoundariesOfTexts() {
    FingerprintSet fingerprints = new FingerprintSet();
    assertThat(fingerprints.add("ab", "c")).isTrue();
    assertThat(fingerprints.add("a", "bc")).isTrue();
    assertThat(fingerprints.add("abc")).isTrue();
    assertThat(fingerprints.add("")).isTrue();
    assertThat(fingerprints.add("ab", "c")).isFalse();
  }
}
