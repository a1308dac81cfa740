// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class AdversaryBatchesTest {
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

  private AdversaryExamples examples() {
    return new AdversaryExamples(data.base(), AdversaryOptions.Vectors.SENTENCE, 24);
  }

  @Nested
  class OfATextFile extends BatchesContractTest<List<AdversaryExample>> {
    @Override
    protected Batches<List<AdversaryExample>> open() throws IOException {
      Path texts =
          Files.write(
              folder.resolve("texts.jsonl"),
              IntStream.range(0, 14)
                  .mapToObj(
                      i ->
                          "{\"language\": \"%s\", \"text\": \"text %d\"}"
                              .formatted(i < 9 ? "en" : "de", i))
                  .toList());
      return new TextFileBatches(
          new AdversaryOptions(
              Optional.of(texts),
              "en",
              AdversaryOptions.Vectors.SENTENCE,
              1,
              Optional.empty(),
              Optional.empty()),
          examples(),
          4,
          7);
    }
  }

  @Nested
  class OfTranslations extends BatchesContractTest<List<AdversaryExample>> {
    @Override
    protected Batches<List<AdversaryExample>> open() {
      return new TranslationBatches(data.corpus(), examples(), "en", PairData.samplingOptions(), 7);
    }
  }
}
