// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.judgement.JudgedQuerySampler;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class SparseEncoderBatchesTest {
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

  @Test
  void truncatesTextsToTheMaximumLengthInTraining() {
    assertThat(new TranslationExamples(data.corpus(), data.base(), data.sampler(), 64).next())
        .anyMatch(example -> example.maxLength() > 4);
    assertThat(new TranslationExamples(data.corpus(), data.base(), data.sampler(), 4).next())
        .isNotEmpty()
        .allMatch(example -> example.maxLength() == 4);
  }

  @Nested
  class OfTranslations extends BatchesContractTest<List<RetrievalExample>> {
    @Override
    protected Batches<List<RetrievalExample>> open() {
      return new TranslationExamples(data.corpus(), data.base(), data.sampler(), 64);
    }
  }

  @Nested
  class OfJudgedQueries extends BatchesContractTest<List<RetrievalExample>> {
    @Override
    protected Batches<List<RetrievalExample>> open() {
      return new JudgedExamples(
          data.judged(),
          data.base(),
          Optional.empty(),
          5,
          new JudgedQuerySampler(data.judged().trainingQueries(), 3, 7));
    }
  }

  /** The number of a step is that of an uninterrupted training, also if batches are prefetched. */
  @Nested
  class OfSteps extends BatchesContractTest<NumberedBatches.Batch> {
    @Override
    protected Batches<NumberedBatches.Batch> open() {
      return new NumberedBatches(
          new PrefetchingBatches<>(
              new TranslationExamples(data.corpus(), data.base(), data.sampler(), 64)),
          2);
    }
  }
}
