// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.isogloss.search.manifest.VectorQuantization;
import org.junit.jupiter.api.Test;

class CostTest {
  /** Passages of 100 words: 1,000 bytes of text, vectors of 250 dimensions, 100 bytes of graph. */
  private static final IndexRates RATES =
      new IndexRates(
          "model",
          "processor",
          10,
          100,
          250,
          Map.of(StoredVectors.PASSAGES, 0.01, StoredVectors.TOKENS, 0.036),
          1000,
          Map.of(
              VectorQuantization.NONE, 1100.0,
              VectorQuantization.FOUR_BITS, 1240.0,
              VectorQuantization.ONE_BIT, 1150.0),
          Map.of(StoredVectors.PASSAGES, 0.0, StoredVectors.TOKENS, 5000.0));

  /** Two million passages of 50 words. */
  private static final CollectionShape COLLECTION = new CollectionShape(1_000_000, 100, 2);

  private static final Machines MACHINES = new Machines(4, 1e9, 3);

  @Test
  void multipliesTheRatesByPassagesAndWords() {
    Cost cost =
        Cost.of(RATES, COLLECTION, VectorQuantization.NONE, StoredVectors.PASSAGES, MACHINES);
    assertThat(cost.diskBytes()).isEqualTo(2e6 * (500 + 1100));
    assertThat(cost.memoryBytes()).isEqualTo(2e6 * 1100);
    assertThat(cost.shards()).isEqualTo(3);
    assertThat(cost.machines()).isEqualTo(9);
    assertThat(cost.coreHours()).isCloseTo(2e6 * 0.005 / 3600, within(1e-9));
    assertThat(cost.hours()).isCloseTo(2e6 * 0.005 / 3600 / 12, within(1e-9));
  }

  @Test
  void singlePrecisionStaysOnDiskIfGraphsAreQuantized() {
    Cost four =
        Cost.of(RATES, COLLECTION, VectorQuantization.FOUR_BITS, StoredVectors.PASSAGES, MACHINES);
    assertThat(four.memoryBytes()).isEqualTo(2e6 * (1240 - 1000));
    assertThat(four.diskBytes()).isEqualTo(2e6 * (500 + 1240));
    assertThat(four.shards()).isEqualTo(1);
    Cost one =
        Cost.of(RATES, COLLECTION, VectorQuantization.ONE_BIT, StoredVectors.PASSAGES, MACHINES);
    assertThat(one.memoryBytes()).isEqualTo(2e6 * (1150 - 1000));
  }

  @Test
  void tokensTakeDiskAndTimeButNoMemory() {
    Cost cost =
        Cost.of(RATES, COLLECTION, VectorQuantization.ONE_BIT, StoredVectors.TOKENS, MACHINES);
    assertThat(cost.diskBytes()).isEqualTo(2e6 * (500 + 2500 + 1150));
    assertThat(cost.memoryBytes()).isEqualTo(2e6 * 150);
    assertThat(cost.coreHours()).isCloseTo(2e6 * 0.018 / 3600, within(1e-9));
  }

  @Test
  void noShardHasMorePassagesThanLuceneAllows() {
    Cost cost =
        Cost.of(
            RATES,
            new CollectionShape(5_000_000_000L, 10, 1),
            VectorQuantization.ONE_BIT,
            StoredVectors.PASSAGES,
            new Machines(4, 1e15, 1));
    assertThat(cost.shards()).isEqualTo(3);
  }

  @Test
  void ratesSurviveJson() {
    assertThat(IndexRates.fromJson(RATES.toJson())).isEqualTo(RATES);
  }
}
