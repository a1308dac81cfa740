// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.isogloss.modelio.safetensors.SafetensorsWriter;

/**
 * A one-layer BERT with random weights and single letters as tokens, sufficient to demonstrate
 * training in seconds. Practical training starts from a pretrained model.
 */
final class UntrainedTransformer {
  private static final int WIDTH = 48;
  private static final int INNER = 96;
  private static final int POSITIONS = 64;
  private static final double SPREAD = 0.05;

  private final Random random = new Random(1);
  private final SafetensorsWriter weights = new SafetensorsWriter();

  private UntrainedTransformer() {}

  /** Writes a model folder. */
  static void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> pieces = new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    for (char letter = 'a'; letter <= 'z'; letter++) {
      pieces.add(String.valueOf(letter));
      pieces.add("##" + letter);
    }
    Files.write(folder.resolve("vocab.txt"), pieces);
    Files.writeString(folder.resolve("tokenizer_config.json"), "{\"do_lower_case\": true}");
    Files.writeString(
        folder.resolve("config.json"),
        String.format(
            Locale.ROOT,
            """
            {"model_type": "bert", "vocab_size": %d, "hidden_size": %d, "intermediate_size": %d,
             "num_hidden_layers": 1, "num_attention_heads": 4, "max_position_embeddings": %d,
             "type_vocab_size": 2, "hidden_act": "gelu", "layer_norm_eps": 1e-12}
            """,
            pieces.size(),
            WIDTH,
            INNER,
            POSITIONS));
    new UntrainedTransformer().writeWeights(pieces.size(), folder.resolve("model.safetensors"));
  }

  private void writeWeights(int pieces, Path file) {
    matrix("embeddings.word_embeddings", pieces, WIDTH);
    matrix("embeddings.position_embeddings", POSITIONS, WIDTH);
    matrix("embeddings.token_type_embeddings", 2, WIDTH);
    norm("embeddings.LayerNorm");
    String layer = "encoder.layer.0.";
    for (String part : List.of("query", "key", "value")) {
      linear(layer + "attention.self." + part, WIDTH, WIDTH);
    }
    linear(layer + "attention.output.dense", WIDTH, WIDTH);
    norm(layer + "attention.output.LayerNorm");
    linear(layer + "intermediate.dense", INNER, WIDTH);
    linear(layer + "output.dense", WIDTH, INNER);
    norm(layer + "output.LayerNorm");
    weights.write(file);
  }

  private void linear(String name, int out, int in) {
    matrix(name, out, in);
    weights.add(name + ".bias", new float[out], out);
  }

  private void matrix(String name, int rows, int columns) {
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (SPREAD * random.nextGaussian());
    }
    weights.add(name + ".weight", values, rows, columns);
  }

  private void norm(String name) {
    float[] ones = new float[WIDTH];
    Arrays.fill(ones, 1);
    weights.add(name + ".weight", ones, WIDTH);
    weights.add(name + ".bias", new float[WIDTH], WIDTH);
  }
}
