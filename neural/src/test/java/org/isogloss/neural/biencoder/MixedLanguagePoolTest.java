// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.validation.ValidationSentences;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class MixedLanguagePoolTest {
  private static final List<String> ENGLISH =
      List.of(
          "a", "b c d", "e f g h i j", "k l m n o p q r s t", "u v w x y z a b c d e f g h i j");

  @TempDir Path folder;

  private double reciprocalRank(ValidationSentences sentences, int perPassage) throws IOException {
    PretrainedModelOptions model =
        new PretrainedModelOptions(
            SampleTransformer.BERT_ENCODER.copyInto(folder),
            0,
            Optional.empty(),
            Optional.of(""),
            Optional.of(""),
            64,
            0,
            PretrainedModelOptions.WordEmbeddingPrecision.WHOLE,
            PretrainedModelOptions.FrozenPart.NOTHING,
            0,
            PretrainedModelOptions.WordGradient.SPARSE);
    try (PretrainedModel base = PretrainedModel.open(model, new ComputeOptions("cpu", false))) {
      base.transformer().setTraining(false);
      BiEncoder encoder =
          new BiEncoder(base.transformer(), new PoolingHead(Pooling.MEAN), false, 32);
      return new MixedLanguagePool(
              encoder::vectors, encoder::vectors, base, sentences, perPassage, 3)
          .meanReciprocalRank();
    }
  }

  private static ValidationSentences sentences(List<String> german) {
    SequencedMap<Language, List<String>> others = new LinkedHashMap<>();
    others.put(Language.of("de"), german);
    return new ValidationSentences(ENGLISH, others);
  }

  @Test
  void equalTextsAreRankedFirst() throws IOException {
    assertThat(reciprocalRank(sentences(ENGLISH), 1)).isEqualTo(1);
  }

  @Test
  void dissimilarTextsAreRankedLower() throws IOException {
    assertThat(reciprocalRank(sentences(ENGLISH.reversed()), 1)).isBetween(0.2, 0.8);
  }
}
