// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.translation;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.WeightValidator;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.text.SpecialTokens;

/**
 * The files that a translation model has in addition to those of its encoder: {@value
 * TranslationSettings#FILE} and {@value #WEIGHTS}, which holds the tensors of {@link
 * TranslationTensors} and {@value #TARGET_IDS}, I32 {@code [vocabulary]}, the ids in the tokenizer
 * of the target tokens.
 *
 * @param settings the settings
 * @param vocabulary the target tokens
 * @param weights the open weights, complete and in the right shapes
 */
public record TranslationFiles(
    TranslationSettings settings, TargetVocabulary vocabulary, Safetensors weights)
    implements AutoCloseable {
  /** The name of the file of weights in a model folder. */
  public static final String WEIGHTS = "translation.safetensors";

  private static final String TARGET_IDS = "target_ids";

  public TranslationFiles {
    requireNonNull(settings, "settings is null");
    requireNonNull(vocabulary, "vocabulary is null");
    requireNonNull(weights, "weights is null");
  }

  /** Returns whether a model folder contains a translation model. */
  public static boolean exist(ModelFolder model) {
    return model.findFile(TranslationSettings.FILE).isPresent();
  }

  /**
   * Opens the files of a model folder; the caller closes them.
   *
   * @throws ModelFormatException if the folder contains no translation model, or a file of it is
   *     damaged
   */
  public static TranslationFiles open(ModelFolder model) {
    if (!exist(model)) {
      throw new ModelFormatException(
          model.path(),
          "has no "
              + TranslationSettings.FILE
              + ", expected the folder of a translation model: train one with a recipe of kind"
              + " translation");
    }
    TranslationSettings settings = TranslationSettings.read(model.path());
    TransformerConfig encoder = model.transformerConfig();
    Safetensors weights = Safetensors.open(FolderPaths.resolve(model.path(), WEIGHTS));
    try {
      TargetVocabulary vocabulary = vocabulary(weights, encoder, model.tokenizer().specialTokens());
      TranslationTensors.shapes(encoder, settings, vocabulary.size())
          .forEach((name, shape) -> requireFloats(weights, name, shape));
      return new TranslationFiles(settings, vocabulary, weights);
    } catch (RuntimeException e) {
      weights.close();
      throw e;
    }
  }

  private static TargetVocabulary vocabulary(
      Safetensors weights, TransformerConfig encoder, SpecialTokens special) {
    TensorInfo info = weights.tensor(TARGET_IDS);
    if (info.type() != DataType.I32
        || info.shape().size() != 1
        || info.elementCount() > encoder.vocabularySize()) {
      throw new ModelFormatException(
          weights.fileOf(TARGET_IDS),
          "tensor \""
              + TARGET_IDS
              + "\" is "
              + info.describe()
              + ", expected I32 with at most the "
              + encoder.vocabularySize()
              + " tokens of the encoder");
    }
    long[] wide = weights.integers(TARGET_IDS);
    int[] ids = new int[wide.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = (int) wide[i];
      if (ids[i] >= encoder.vocabularySize()) {
        throw new ModelFormatException(
            weights.fileOf(TARGET_IDS),
            "target token "
                + ids[i]
                + " is not among the "
                + encoder.vocabularySize()
                + " tokens of the encoder");
      }
    }
    try {
      return new TargetVocabulary(ids, special);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(weights.fileOf(TARGET_IDS), e.getMessage(), e);
    }
  }

  private static void requireFloats(Safetensors weights, String name, List<Long> shape) {
    TensorInfo info = weights.tensor(name, shape.stream().mapToLong(Long::longValue).toArray());
    if (!info.type().isFloatingPoint()) {
      throw new ModelFormatException(
          weights.fileOf(name),
          "tensor \"" + name + "\" is " + info.type() + ", expected floating-point numbers");
    }
  }

  /**
   * Returns the elements of a tensor, row by row.
   *
   * @throws ModelFormatException if one is not a finite number of usual magnitude
   */
  public float[] floats(String name) {
    float[] values = weights.floats(name);
    WeightValidator.requireValid(weights.fileOf(name), name, values);
    return values;
  }

  /**
   * Writes both files into an existing folder.
   *
   * @param encoder configuration of the encoder
   * @param tensors the content of each tensor of {@link TranslationTensors#shapes}
   * @throws IllegalArgumentException if a tensor is missing
   */
  public static void write(
      Path folder,
      TransformerConfig encoder,
      TranslationSettings settings,
      TargetVocabulary vocabulary,
      Map<String, SafetensorsWriter.Content> tensors) {
    SequencedMap<String, List<Long>> shapes =
        TranslationTensors.shapes(encoder, settings, vocabulary.size());
    if (!shapes.keySet().equals(tensors.keySet())) {
      throw new IllegalArgumentException(
          "found the tensors " + tensors.keySet() + ", expected " + shapes.keySet());
    }
    SafetensorsWriter writer = new SafetensorsWriter().metadata("format", "pt");
    shapes.forEach(
        (name, shape) -> writer.add(new TensorInfo(name, DataType.F32, shape), tensors.get(name)));
    ByteBuffer ids =
        ByteBuffer.allocate(vocabulary.size() * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    ids.asIntBuffer().put(vocabulary.ids());
    writer.add(
        new TensorInfo(TARGET_IDS, DataType.I32, vocabulary.size()), out -> out.bytes(ids.array()));
    writer.write(folder.resolve(WEIGHTS));
    settings.write(folder);
  }

  /** Closes the weights. */
  @Override
  public void close() {
    weights.close();
  }
}
