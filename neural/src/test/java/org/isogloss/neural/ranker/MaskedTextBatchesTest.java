// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.io.IOException;
import java.nio.file.Path;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class MaskedTextBatchesTest {
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

  @Nested
  class OfSentences extends BatchesContractTest<MaskedTextBatches.Batch> {
    @Override
    protected Batches<MaskedTextBatches.Batch> open() {
      return MaskedTextBatches.sentences(data.corpus(), data.sampler(), data.base());
    }
  }

  @Nested
  class OfPairs extends BatchesContractTest<MaskedTextBatches.Batch> {
    @Override
    protected Batches<MaskedTextBatches.Batch> open() {
      return MaskedTextBatches.pairs(data.corpus(), data.sampler(), data.base());
    }
  }
}
