// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.ranker.QueryTyping;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class BiEncoderBatchesTest {
  private static final Optional<QueryTyping> TYPING = Optional.of(new QueryTyping(0.2, 0.5));

  @TempDir Path folder;
  private PairData data;

  @BeforeEach
  void open() throws IOException {
    data = PairData.open(folder);
  }

  @AfterEach
  void close() {
    data.close();
  }

  /** Pairs of one to three sentences in either role. */
  @Nested
  class OfTextPairs extends BatchesContractTest<List<TextPair>> {
    @Override
    protected Batches<List<TextPair>> open() {
      RankerBatchOptions options =
          new RankerBatchOptions(
              8,
              1,
              0.5,
              Map.of(),
              RankerBatchOptions.RoleChoice.EITHER,
              3,
              0.5,
              TYPING,
              40,
              0,
              1,
              8);
      return new TextPairBatches(
          data.corpus(), data.sampler(), data.base(), Optional.empty(), options);
    }
  }

  @Nested
  class OfJudgedTriples extends BatchesContractTest<List<JudgedTriple>> {
    @Override
    protected Batches<List<JudgedTriple>> open() {
      return new JudgedTripleBatches(data.judged(), data.base(), 5, 40, TYPING, 7);
    }

    @Test
    void onlyQueriesAreTyped() {
      Batches<List<JudgedTriple>> careful =
          new JudgedTripleBatches(data.judged(), data.base(), 5, 40, Optional.empty(), 7);
      Batches<List<JudgedTriple>> typed = open();
      int different = 0;
      for (int i = 0; i < 10; i++) {
        List<JudgedTriple> expected = careful.next();
        List<JudgedTriple> found = typed.next();
        for (int j = 0; j < 5; j++) {
          assertThat(found.get(j).queryKey()).isEqualTo(expected.get(j).queryKey());
          assertThat(found.get(j).positive().ids()).isEqualTo(expected.get(j).positive().ids());
          assertThat(found.get(j).negative().ids()).isEqualTo(expected.get(j).negative().ids());
          different +=
              Arrays.equals(found.get(j).query().ids(), expected.get(j).query().ids()) ? 0 : 1;
        }
      }
      assertThat(different).isBetween(10, 49);
    }
  }
}
