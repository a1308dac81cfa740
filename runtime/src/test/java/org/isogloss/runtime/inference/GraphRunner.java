// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.isogloss.core.Role;
import org.isogloss.runtime.export.TransformerGraph;
import org.isogloss.runtime.onnx.GraphVersion;

/**
 * Runs graphs with plain ONNX Runtime, using only its exact integer products and the names of
 * inputs and outputs.
 */
public final class GraphRunner {
  private GraphRunner() {}

  /** Returns the outputs of a graph for a padded batch. */
  public static Map<String, Object> run(Path file, int[][] ids, int[][] mask, int[][] segments)
      throws OrtException {
    OrtEnvironment environment = OnnxRuntimeEnvironment.environment();
    Map<String, int[][]> inputs =
        Map.of("input_ids", ids, "attention_mask", mask, "token_type_ids", segments);
    try (OrtSession.SessionOptions options = OnnxRuntimeEnvironment.sessionOptions(1)) {
      WeightSignedness.forGraph(GraphVersion.of(file), WeightSignedness.fastestExact())
          .applyTo(options);
      try (OrtSession session = environment.createSession(file.toString(), options)) {
        return run(session, inputs);
      }
    }
  }

  /** Returns the outputs of an open graph. */
  static Map<String, Object> run(OrtSession session, Map<String, int[][]> inputs)
      throws OrtException {
    Map<String, OnnxTensor> feed = new HashMap<>();
    for (String input : session.getInputNames()) {
      Object values =
          input.equals(TransformerGraph.ROLE_IDS) ? passages(inputs) : longs(inputs.get(input));
      feed.put(input, OnnxTensor.createTensor(OnnxRuntimeEnvironment.environment(), values));
    }
    Map<String, Object> outputs = new HashMap<>();
    try (OrtSession.Result result = session.run(feed)) {
      for (Map.Entry<String, ?> output : result) {
        outputs.put(output.getKey(), ((OnnxTensor) output.getValue()).getValue());
      }
    } finally {
      feed.values().forEach(OnnxTensor::close);
    }
    return outputs;
  }

  /** Returns the role of passages for each text. */
  private static long[] passages(Map<String, int[][]> inputs) {
    long[] roles = new long[inputs.get(TransformerGraph.INPUT_IDS).length];
    Arrays.fill(roles, TransformerGraph.roleId(Role.PASSAGE));
    return roles;
  }

  private static long[][] longs(int[][] rows) {
    return Arrays.stream(rows)
        .map(row -> Arrays.stream(row).asLongStream().toArray())
        .toArray(long[][]::new);
  }

  public static double cosine(float[] a, float[] b) {
    double dot = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      dot += (double) a[i] * b[i];
      aa += (double) a[i] * a[i];
      bb += (double) b[i] * b[i];
    }
    return dot / Math.sqrt(aa * bb);
  }
}
