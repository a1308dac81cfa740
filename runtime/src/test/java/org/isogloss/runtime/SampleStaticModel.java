// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.modelio.embedding.Int8Quantization;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.embedding.StaticModelWriter;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.text.subword.WordPieceOptions;

/** A static encoder with a small vocabulary and random vectors. */
public final class SampleStaticModel {
  static final List<String> VOCABULARY = vocabulary();

  private SampleStaticModel() {}

  private static List<String> vocabulary() {
    List<String> pieces = new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    for (char c = 'a'; c <= 'z'; c++) {
      pieces.add(String.valueOf(c));
      pieces.add("##" + c);
    }
    pieces.addAll(
        List.of("the", "cat", "sits", "on", "mat", "The", "Wo", "ist", "der", "Où", "est"));
    pieces.addAll(List.of("我", "想", "知", "道", ".", "?", ":", "gare", "##gare", "query", "passage"));
    return pieces;
  }

  static StaticEmbeddings rows(int dimension) {
    Random random = new Random(7);
    float[] rows = new float[VOCABULARY.size() * dimension];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian();
    }
    float[] weights = new float[VOCABULARY.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextFloat();
    }
    return Int8Quantization.quantize(rows, dimension, weights).embeddings();
  }

  static Path write(Path folder, int dimension, EncodingSettings settings) {
    StaticModelWriter.write(
        folder,
        VOCABULARY,
        WordPieceOptions.CASED,
        rows(dimension),
        new ModelManifest(
            "small", "Apache-2.0", settings, new Provenance("artificial", 7, List.of())));
    return folder;
  }

  public static Path write(Path folder) {
    return write(folder, 256, new EncodingSettings(512, Pooling.MEAN));
  }
}
