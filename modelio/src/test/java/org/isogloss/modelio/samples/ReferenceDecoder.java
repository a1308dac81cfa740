// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import java.util.Arrays;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationTensors;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * The decoder of {@link SampleTranslation}, written down as its formulas say, in double precision,
 * for one sentence, without caches.
 */
public final class ReferenceDecoder {
  private final TranslationFiles files;
  private final TransformerConfig config;
  private final float[] encoderWords;

  /**
   * Creates a decoder.
   *
   * @param files the open files of the model
   */
  public ReferenceDecoder(ModelFolder model, TranslationFiles files) {
    this.files = files;
    this.config = model.transformerConfig();
    try (TransformerWeights weights = TransformerWeights.open(model)) {
      this.encoderWords =
          weights.floats(
              "embeddings.word_embeddings.weight", config.vocabularySize(), config.hiddenSize());
    }
  }

  /**
   * Returns the logits of the token after each token.
   *
   * @param inputs indices of the target tokens
   * @param memory states of the source tokens, {@code [tokens][hidden]}
   * @return {@code [inputs][vocabulary]}
   */
  public double[][] logits(int[] inputs, double[][] memory) {
    int hidden = config.hiddenSize();
    float[] words = files.floats(TranslationTensors.WORDS);
    float[] positions = files.floats(TranslationTensors.POSITIONS);
    double[][] x = new double[inputs.length][hidden];
    for (int t = 0; t < inputs.length; t++) {
      for (int i = 0; i < hidden; i++) {
        x[t][i] = (double) words[inputs[t] * hidden + i] + positions[t * hidden + i];
      }
    }
    x = norm(TranslationTensors.EMBEDDING_NORM, x);
    for (int layer = 0; layer < files.settings().layers(); layer++) {
      String self = TranslationTensors.part(layer, TranslationTensors.SELF_ATTENTION);
      double[][] normed = norm(self + "LayerNorm", x);
      x = sum(x, attention(self, normed, normed, true));
      String cross = TranslationTensors.part(layer, TranslationTensors.CROSS_ATTENTION);
      x = sum(x, attention(cross, norm(cross + "LayerNorm", x), memory, false));
      String feedForward = TranslationTensors.part(layer, TranslationTensors.FEED_FORWARD);
      double[][] inner = linear(feedForward + "intermediate", norm(feedForward + "LayerNorm", x));
      for (double[] row : inner) {
        Arrays.setAll(row, i -> Math.max(0, row[i]));
      }
      x = sum(x, linear(feedForward + "output", inner));
    }
    x = norm(TranslationTensors.NORM, x);
    float[] bias = files.floats(TranslationTensors.OUTPUT_BIAS);
    double[] added = similarities(memory);
    double[][] logits = new double[inputs.length][files.vocabulary().size()];
    for (int t = 0; t < logits.length; t++) {
      for (int token = 0; token < logits[t].length; token++) {
        logits[t][token] = bias[token] + added[token];
        for (int i = 0; i < hidden; i++) {
          logits[t][token] += x[t][i] * words[token * hidden + i];
        }
      }
    }
    return logits;
  }

  /** Returns the scaled cosines of the mean state and the encoder's rows of the target words. */
  private double[] similarities(double[][] memory) {
    double[] similarities = new double[files.vocabulary().size()];
    if (!files.settings().wordSimilarities()) {
      return similarities;
    }
    int hidden = config.hiddenSize();
    float scale = files.floats(TranslationTensors.SIMILARITY_SCALE)[0];
    double[] mean = new double[hidden];
    for (double[] state : memory) {
      for (int i = 0; i < hidden; i++) {
        mean[i] += state[i] / memory.length;
      }
    }
    for (int token = 0; token < similarities.length; token++) {
      if (!files.vocabulary().isSpecial(token)) {
        double[] row = new double[hidden];
        int id = files.vocabulary().ids(token)[0];
        Arrays.setAll(row, i -> encoderWords[id * hidden + i]);
        similarities[token] = scale * dot(mean, row) / Math.sqrt(dot(mean, mean) * dot(row, row));
      }
    }
    return similarities;
  }

  private double[][] attention(String part, double[][] in, double[][] memory, boolean causal) {
    double[][] query = linear(part + "query", in);
    double[][] key = linear(part + "key", memory);
    double[][] value = linear(part + "value", memory);
    int size = config.headSize();
    double[][] context = new double[in.length][config.hiddenSize()];
    for (int head = 0; head < config.heads(); head++) {
      int from = head * size;
      for (int t = 0; t < in.length; t++) {
        double[] weights = new double[causal ? t + 1 : memory.length];
        double total = 0;
        for (int s = 0; s < weights.length; s++) {
          double score = 0;
          for (int i = from; i < from + size; i++) {
            score += query[t][i] * key[s][i];
          }
          weights[s] = Math.exp(score / Math.sqrt(size));
          total += weights[s];
        }
        for (int s = 0; s < weights.length; s++) {
          for (int i = from; i < from + size; i++) {
            context[t][i] += weights[s] / total * value[s][i];
          }
        }
      }
    }
    return linear(part + "output", context);
  }

  private double[][] linear(String name, double[][] in) {
    float[] weight = files.floats(name + ".weight");
    float[] bias = files.floats(name + ".bias");
    double[][] out = new double[in.length][bias.length];
    for (int t = 0; t < in.length; t++) {
      for (int o = 0; o < bias.length; o++) {
        out[t][o] = bias[o];
        for (int i = 0; i < in[t].length; i++) {
          out[t][o] += weight[o * in[t].length + i] * in[t][i];
        }
      }
    }
    return out;
  }

  private double[][] norm(String name, double[][] in) {
    float[] weight = files.floats(name + ".weight");
    float[] bias = files.floats(name + ".bias");
    double[][] out = new double[in.length][];
    for (int t = 0; t < in.length; t++) {
      double[] row = in[t];
      double mean = Arrays.stream(row).average().orElseThrow();
      double variance =
          Arrays.stream(row).map(value -> (value - mean) * (value - mean)).average().orElseThrow();
      double[] normed = new double[row.length];
      Arrays.setAll(
          normed,
          i ->
              (row[i] - mean) / Math.sqrt(variance + config.layerNormEpsilon()) * weight[i]
                  + bias[i]);
      out[t] = normed;
    }
    return out;
  }

  private static double[][] sum(double[][] a, double[][] b) {
    double[][] sum = new double[a.length][];
    for (int t = 0; t < a.length; t++) {
      double[] left = a[t];
      double[] right = b[t];
      sum[t] = new double[left.length];
      Arrays.setAll(sum[t], i -> left[i] + right[i]);
    }
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    double dot = 0;
    for (int i = 0; i < a.length; i++) {
      dot += a[i] * b[i];
    }
    return dot;
  }
}
