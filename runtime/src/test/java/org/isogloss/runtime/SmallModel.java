package org.isogloss.runtime;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.model.EncodingSettings;
import org.isogloss.model.ModelManifest;
import org.isogloss.model.Pooling;
import org.isogloss.model.Provenance;
import org.isogloss.model.Quantization;
import org.isogloss.model.StaticModelWriter;
import org.isogloss.model.StaticRows;
import org.isogloss.text.WordPieceOptions;

/** A static encoder of few pieces and random rows. */
final class SmallModel {
  static final List<String> VOCABULARY = vocabulary();

  private SmallModel() {}

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

  static StaticRows rows(int dimension) {
    Random random = new Random(7);
    float[] rows = new float[VOCABULARY.size() * dimension];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian();
    }
    float[] weights = new float[VOCABULARY.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextFloat();
    }
    return Quantization.of(rows, dimension, weights).rows();
  }

  static Path write(Path folder, int dimension, EncodingSettings settings) {
    StaticModelWriter.write(
        folder,
        VOCABULARY,
        WordPieceOptions.CASED,
        rows(dimension),
        new ModelManifest(
            "small", "Apache-2.0", settings, new Provenance("made up", 7, List.of())));
    return folder;
  }

  static Path write(Path folder) {
    return write(folder, 256, new EncodingSettings(512, Pooling.MEAN));
  }
}
