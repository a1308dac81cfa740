// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class CrossEncoderBatchesTest {
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
  class OfJudgedQueries extends BatchesContractTest<List<CandidateList>> {
    @Override
    protected Batches<List<CandidateList>> open() {
      return new JudgedCandidateBatches(data.judged(), data.base(), 4, 1, 7);
    }
  }

  @Nested
  class OfTranslations extends BatchesContractTest<List<CandidateList>> {
    @Override
    protected Batches<List<CandidateList>> open() {
      return new TranslationCandidateBatches(
          data.corpus(), data.sampler(), new NegativeOptions(2, 1, 8), data.base());
    }
  }
}
