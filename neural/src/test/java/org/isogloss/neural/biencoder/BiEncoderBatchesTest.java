// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.ranker.RankerBatchOptions;
import org.isogloss.neural.ranker.TextPair;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class BiEncoderBatchesTest {
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
              8, 1, 0.5, Map.of(), RankerBatchOptions.RoleChoice.EITHER, 3, 0.5, 40, 0, 1, 8);
      return new TextPairBatches(
          data.corpus(), data.sampler(), data.base(), Optional.empty(), options);
    }
  }

  @Nested
  class OfJudgedTriples extends BatchesContractTest<List<JudgedTriple>> {
    @Override
    protected Batches<List<JudgedTriple>> open() {
      return new JudgedTripleBatches(data.judged(), data.base(), 5, 40, 7);
    }
  }
}
