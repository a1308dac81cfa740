// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * A head on the layers of a sample transformer.
 *
 * @param kind the kind of the head
 * @param labels names of its outputs
 * @param weights {@code [outputs][hidden]}
 * @param bias {@code [outputs]}
 */
public record SampleHead(
    TransformerHead kind, List<String> labels, float[][] weights, float[] bias) {
  private static final int HIDDEN = 32;

  /** Returns a head with random weights, always the same. */
  public static SampleHead random(TransformerHead kind, List<String> labels, int outputs) {
    Random random = new Random(4);
    float[][] weights = new float[outputs][HIDDEN];
    float[] bias = new float[outputs];
    for (int i = 0; i < outputs; i++) {
      for (int j = 0; j < HIDDEN; j++) {
        weights[i][j] = (float) random.nextGaussian();
      }
      bias[i] = (float) random.nextGaussian();
    }
    return new SampleHead(kind, labels, weights, bias);
  }

  /** Returns a head whose logits are the biases, whatever the input is. */
  public static SampleHead constant(TransformerHead kind, List<String> labels, float... bias) {
    return new SampleHead(kind, labels, new float[bias.length][HIDDEN], bias);
  }

  /**
   * Writes the head on the layers of a sample, as a model that reads at most 32 tokens. A
   * classifier needs the pooler of BERT.
   */
  public Path write(SampleTransformer sample, Path scratch, String name) {
    Path to = scratch.resolve(name);
    String tensor = kind == TransformerHead.ANSWER_SPAN ? "qa_outputs" : "classifier";
    float[] flat = new float[weights.length * HIDDEN];
    for (int i = 0; i < weights.length; i++) {
      System.arraycopy(weights[i], 0, flat, i * HIDDEN, HIDDEN);
    }
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch.resolve(name + ".base")));
        TransformerWeights body = TransformerWeights.open(model)) {
      TransformerFolderWriter writer =
          new TransformerFolderWriter(model.transformerConfig(), kind).labels(labels);
      for (TensorInfo info : body.tensors().values()) {
        if (isKept(info.name())) {
          long[] shape = info.shape().stream().mapToLong(Long::longValue).toArray();
          writer.add(
              new TensorInfo(info.name(), DataType.F32, info.shape()),
              out -> out.floats(body.floats(info.name(), shape)));
        }
      }
      writer.add(
          new TensorInfo(tensor + ".weight", DataType.F32, weights.length, HIDDEN),
          out -> out.floats(flat));
      writer.add(
          new TensorInfo(tensor + ".bias", DataType.F32, bias.length), out -> out.floats(bias));
      writer.write(
          to,
          model,
          new ModelManifest(
              name,
              "Apache-2.0",
              new EncodingSettings(32, Pooling.NONE),
              new Provenance("", 1, List.of())));
    }
    return to;
  }

  private boolean isKept(String tensor) {
    return tensor.startsWith("embeddings.")
        || tensor.startsWith("encoder.")
        || (kind == TransformerHead.CLASSIFICATION && tensor.startsWith("pooler."));
  }

  /** Computes the logits of a token from its vector, {@code [hidden]}. */
  public float[] logits(float[] vectors, int token) {
    float[] logits = bias.clone();
    for (int i = 0; i < logits.length; i++) {
      for (int j = 0; j < HIDDEN; j++) {
        logits[i] += weights[i][j] * vectors[token * HIDDEN + j];
      }
    }
    return logits;
  }
}
