// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.core.Role;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.finetuning.PairData;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    return new AdversaryExamples(data.base(), AdversaryOptions.Vectors.SENTENCE, Role.PASSAGE, 24);
  }

  /** Queries and passages have different prefixes in some models. */
  @ParameterizedTest
  @EnumSource
  void encodesTextsInTheirRole(Role role) {
    AdversaryExamples examples =
        new AdversaryExamples(data.base(), AdversaryOptions.Vectors.TERMS, role, 24);
    assertThat(examples.encode("two words", "", true).text().ids())
        .isEqualTo(data.base().encode("two words", role, 24).ids());
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
              Role.PASSAGE,
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
