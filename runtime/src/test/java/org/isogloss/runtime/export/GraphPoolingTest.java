// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.runtime.inference.GraphRunner;
import org.isogloss.runtime.inference.TokenPooling;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools token vectors by the formulas of sentence-transformers, in the graph and after one. */
class GraphPoolingTest {
  private static final int[][] IDS = {{7, 9, 20, 31, 8}, {40, 41, 3, 3, 3}, {3, 3, 55, 56, 57}};
  private static final int[][] MASK = {{1, 1, 1, 1, 1}, {1, 1, 0, 0, 0}, {0, 0, 1, 1, 1}};

  @TempDir private Path scratch;

  /** Of the three texts, the second one is padded on the right and the third one on the left. */
  @ParameterizedTest
  @CsvSource({
    "mean, MEAN, 1 1 1 1 1, 1 1 0 0 0, 0 0 1 1 1",
    "lasttoken, LAST, 0 0 0 0 1, 0 1 0 0 0, 0 0 0 0 1",
    "weightedmean, WEIGHTED_MEAN, 1 2 3 4 5, 1 2 0 0 0, 0 0 1 2 3"
  })
  void weightsTokens(String mode, Pooling pooling, String first, String second, String third)
      throws Exception {
    Map<String, Object> outputs = run(mode);
    float[][][] tokens = (float[][][]) outputs.get("last_hidden_state");
    float[][] found = (float[][]) outputs.get("sentence_embedding");
    List<String> weights = List.of(first, second, third);
    for (int text = 0; text < found.length; text++) {
      float[] sum = new float[32];
      for (int token = 0; token < 5; token++) {
        int weight = Integer.parseInt(weights.get(text).split(" ")[token]);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += weight * tokens[text][token][i];
        }
      }
      assertThat(found[text]).containsExactly(UnitVectors.normalize(sum), within(1e-6f));
    }
    assertThat(pooled(tokens[0], pooling)).containsExactly(found[0], within(1e-6f));
  }

  @ParameterizedTest
  @CsvSource("max, MAX")
  void takesTheLargestValues(String mode, Pooling pooling) throws Exception {
    Map<String, Object> outputs = run(mode);
    float[][][] tokens = (float[][][]) outputs.get("last_hidden_state");
    float[][] found = (float[][]) outputs.get("sentence_embedding");
    for (int text = 0; text < found.length; text++) {
      float[] largest = new float[32];
      for (int i = 0; i < largest.length; i++) {
        largest[i] = Float.NEGATIVE_INFINITY;
        for (int token = 0; token < 5; token++) {
          if (MASK[text][token] == 1) {
            largest[i] = Math.max(largest[i], tokens[text][token][i]);
          }
        }
      }
      assertThat(found[text]).containsExactly(UnitVectors.normalize(largest), within(1e-6f));
    }
    assertThat(pooled(tokens[0], pooling)).containsExactly(found[0], within(1e-6f));
  }

  private Map<String, Object> run(String mode) throws Exception {
    Path folder = SampleEncoder.MODERNBERT.copyInto(scratch);
    Files.writeString(
        folder.resolve("1_Pooling/config.json"), "{\"pooling_mode\": \"" + mode + "\"}");
    try (ModelFolder model = ModelFolder.open(folder)) {
      Path graph =
          OnnxExport.write(
              model, OnnxExportOptions.forPrecision(Precision.FP32).withHiddenStates(true));
      return GraphRunner.run(graph, IDS, MASK, MASK);
    }
  }

  private static float[] pooled(float[][] tokens, Pooling pooling) {
    FloatBuffer all = FloatBuffer.allocate(tokens.length * tokens[0].length);
    for (float[] token : tokens) {
      all.put(token);
    }
    return TokenPooling.pool(all.flip(), tokens.length, tokens[0].length, pooling);
  }
}
