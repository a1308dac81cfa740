// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerTensorShapes;

/**
 * A model folder with the tokenizer of another model and random weights, from which a plain
 * Transformer is trained. Weights have a standard deviation of 0.02 (Devlin et al. 2019), biases
 * are 0 and the weights of normalisations 1.
 */
final class RandomEncoder {
  private static final double STANDARD_DEVIATION = 0.02;
  private static final int CHUNK = 1 << 16;

  private RandomEncoder() {}

  /**
   * Writes the folder, unless an earlier run with the same work folder, base, sizes and seed has
   * written it.
   *
   * @param base the model whose tokenizer, prefixes and default sizes the encoder has
   * @param workFolder folder of the training
   * @return the folder
   */
  static Path writeOnce(
      Path base, TranslationRecipe.EncoderOptions options, long seed, Path workFolder) {
    try (ModelFolder model = ModelFolder.open(base)) {
      TransformerConfig config = config(model.transformerConfig(), options);
      String start = config + " " + model.fingerprint() + " " + seed;
      Path folder = workFolder.resolve("new-encoder-" + Checksums.sha256(start).substring(0, 16));
      if (!Files.isDirectory(folder)) {
        write(model, config, seed, folder);
      }
      return folder;
    }
  }

  private static TransformerConfig config(
      TransformerConfig base, TranslationRecipe.EncoderOptions options) {
    int hidden = orElse(options.hiddenSize(), base.hiddenSize());
    try {
      return new TransformerConfig(
              base.family(),
              base.vocabularySize(),
              base.isFactorised() ? Math.min(base.embeddingSize(), hidden) : hidden,
              hidden,
              orElse(options.layers(), base.layers()),
              orElse(options.heads(), base.heads()),
              orElse(options.intermediateSize(), base.intermediateSize()),
              base.maxPositions(),
              base.tokenTypes(),
              base.activation(),
              base.layerNormEpsilon(),
              base.padId())
          .checked();
    } catch (IllegalArgumentException e) {
      throw new IsoglossException("encoder: " + e.getMessage(), e);
    }
  }

  private static int orElse(int size, int defaultSize) {
    return size > 0 ? size : defaultSize;
  }

  private static void write(ModelFolder base, TransformerConfig config, long seed, Path folder) {
    TransformerFolderWriter writer = new TransformerFolderWriter(config, TransformerHead.NONE);
    TransformerTensorShapes.shapes(config.architecture())
        .forEach(
            (name, shape) -> {
              TensorInfo info = new TensorInfo(name, DataType.F32, shape);
              // A seed of its own for every tensor, as the writer decides on their order.
              Random random = new Random(seed * 0x9e3779b97f4a7c15L + name.hashCode());
              writer.add(info, out -> fill(info, config, random, out));
            });
    EncodingSettings settings = base.encoding();
    Pooling pooling = settings.pooling() == Pooling.NONE ? Pooling.MEAN : settings.pooling();
    writer.write(
        folder,
        base,
        new ModelManifest(
            "new-encoder",
            "",
            new EncodingSettings(
                settings.queryPrefix(), settings.passagePrefix(), settings.maxLength(), pooling),
            new Provenance("random weights", seed, List.of())));
  }

  private static void fill(
      TensorInfo info, TransformerConfig config, Random random, TensorOutput out)
      throws IOException {
    boolean norm = info.name().endsWith("LayerNorm.weight");
    double deviation =
        info.name().endsWith("projection.weight")
            // The projected rows of words then have the deviation of rows that are not projected.
            ? 1 / Math.sqrt(config.embeddingSize())
            : STANDARD_DEVIATION;
    long left = info.elementCount();
    float[] values = new float[(int) Math.min(CHUNK, left)];
    for (; left > 0; left -= values.length) {
      values = left < values.length ? new float[(int) left] : values;
      if (info.shape().size() > 1) {
        for (int i = 0; i < values.length; i++) {
          values[i] = (float) (deviation * random.nextGaussian());
        }
      } else {
        Arrays.fill(values, norm ? 1 : 0);
      }
      out.floats(values);
    }
  }
}
