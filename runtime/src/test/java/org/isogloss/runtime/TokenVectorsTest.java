// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenVectorsTest {
  private static final List<String> TEXTS = List.of("the cat sleeps", "a", "the dog, in the river");
  private static final InferenceOptions OPTIONS = new InferenceOptions(1, Precision.FP32);

  @TempDir private Path folder;

  @Test
  void theirMeanIsTheVectorOfTheText() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.DISTILBERT.copyInto(folder));
        Encoder encoder = Encoders.open(model, OPTIONS);
        TokenVectors tokens = TokenVectors.open(model, OPTIONS)) {
      float[][][] vectors = tokens.encode(TEXTS, Role.PASSAGE);
      float[][] pooled = encoder.encode(TEXTS, Role.PASSAGE);

      for (int i = 0; i < TEXTS.size(); i++) {
        String prefixed = model.encoding().prefix(Role.PASSAGE) + TEXTS.get(i);
        assertThat(vectors[i].length).isEqualTo(model.tokenizer().encode(prefixed, 256).size());
        assertThat(direction(vectors[i])).containsExactly(pooled[i], within(1e-5f));
      }
    }
  }

  private static float[] direction(float[][] tokens) {
    float[] sum = new float[tokens[0].length];
    for (float[] token : tokens) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += token[i];
      }
    }
    return UnitVectors.normalize(sum);
  }

  @Test
  void ignoresTheEndOfALongText() {
    try (ModelFolder model = ModelFolder.open(SampleEncoder.DISTILBERT.copyInto(folder));
        TokenVectors tokens = TokenVectors.open(model, OPTIONS)) {
      String text = "cat ".repeat(1000);
      int most = Math.min(model.encoding().maxLength(), model.architecture().maxLength());
      assertThat(tokens.encode(List.of(text), Role.QUERY)[0].length).isEqualTo(most);
      assertThat(tokens.encode(List.of(), Role.QUERY).length).isZero();
    }
  }
}
