// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.translation.TargetVocabulary;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationSettings;
import org.isogloss.modelio.translation.TranslationTensors;

/**
 * A translation model for tests: a sample encoder, with ReLU as the activation function, and a
 * decoder of two layers with random weights.
 */
public final class SampleTranslation {
  private static final int FIRST_WORD = 20;
  private static final int WORDS = 40;

  private SampleTranslation() {}

  /** Writes the model to a new folder below the given one. */
  public static Path copyInto(Path parent) {
    return copyInto(parent, true);
  }

  /**
   * Writes the model to a new folder below the given one.
   *
   * @param wordSimilarities whether the model adds word similarities to its logits
   */
  public static Path copyInto(Path parent, boolean wordSimilarities) {
    Path folder = encoder(parent);
    TranslationSettings settings =
        new TranslationSettings(
            List.of(Language.of("en")), Language.of("de"), 2, 24, wordSimilarities);
    try (ModelFolder model = ModelFolder.open(folder)) {
      BitSet words = new BitSet();
      words.set(FIRST_WORD, FIRST_WORD + WORDS);
      TargetVocabulary vocabulary = TargetVocabulary.of(words, model.tokenizer().specialTokens());
      Random random = new Random(11);
      Map<String, SafetensorsWriter.Content> tensors = new LinkedHashMap<>();
      TranslationTensors.shapes(model.transformerConfig(), settings, vocabulary.size())
          .forEach(
              (name, shape) -> {
                float[] values =
                    new float[Math.toIntExact(shape.stream().reduce(1L, (a, b) -> a * b))];
                for (int i = 0; i < values.length; i++) {
                  values[i] =
                      (float) (0.3 * random.nextGaussian())
                          + (name.endsWith("LayerNorm.weight") || name.endsWith("scale") ? 1 : 0);
                }
                tensors.put(name, out -> out.floats(values));
              });
      TranslationFiles.write(folder, model.transformerConfig(), settings, vocabulary, tensors);
    }
    return folder;
  }

  /** Writes the encoder alone to a new folder below the given one. */
  public static Path encoder(Path parent) {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(parent);
    Path config = folder.resolve("config.json");
    try {
      Files.writeString(
          config,
          Files.readString(config).replace("\"hidden_act\": \"gelu\"", "\"hidden_act\": \"relu\""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }
}
