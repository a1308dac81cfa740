// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class TranslationBatchesTest extends BatchesContractTest<TranslationBatch> {
  @TempDir Path folder;
  private PairData data;

  @BeforeEach
  void openData() throws IOException {
    data = PairData.open(folder);
  }

  @AfterEach
  void closeData() {
    data.close();
  }

  @Override
  protected Batches<TranslationBatch> open() {
    BitSet words = new BitSet();
    words.set(20, 60);
    TargetVocabulary vocabulary =
        TargetVocabulary.of(words, data.base().tokenizer().specialTokens());
    return new TranslationBatches(
        data.corpus().training(),
        new TranslationPairEncoder(data.corpus(), data.base(), vocabulary),
        new TranslationRecipe.BatchOptions(256, 8, 3, 0.5, Map.of()),
        7);
  }
}
