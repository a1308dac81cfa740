// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * Averages the weights of several transformers that were trained from the same initial model, which
 * often performs better than each of them (Wortsman et al., "Model soups", ICML 2022), or
 * interpolates between a model and the model from which it was trained (Wortsman et al., "Robust
 * fine-tuning of zero-shot models", CVPR 2022, equation 2).
 */
public final class ModelAverage {
  private static final int CHUNK = 1 << 18;

  private final List<ModelFolder> models;
  private final double[] normalizedWeights;

  /**
   * Creates an average; the folders are read when it is written.
   *
   * @param models two or more models that differ only in their weights; tokenizer and settings are
   *     taken from the first
   * @param weights the weight of each model, positive; only the ratios matter
   * @throws IsoglossException if the models differ in configuration, head, tokenizer, pooling,
   *     maximum length or prefixes
   */
  public ModelAverage(List<ModelFolder> models, List<Double> weights) {
    this.models = List.copyOf(models);
    if (models.size() < 2) {
      throw new IllegalArgumentException(models.size() + " models, expected 2 or more");
    }
    if (weights.size() != models.size()) {
      throw new IllegalArgumentException(
          weights.size() + " weights for " + models.size() + " models");
    }
    for (double weight : weights) {
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("a weight is " + weight + ", expected more than 0");
      }
    }
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    this.normalizedWeights = weights.stream().mapToDouble(weight -> weight / sum).toArray();
    ModelFolder first = models.getFirst();
    models.subList(1, models.size()).forEach(model -> requireCompatible(first, model));
  }

  private static void requireCompatible(ModelFolder first, ModelFolder other) {
    requireSame("configuration", first, first.encoderConfig(), other, other.encoderConfig());
    requireSame("head", first, first.head(), other, other.head());
    requireSame("encoding", first, first.encoding(), other, other.encoding());
    for (String file : TokenizerFiles.ALL) {
      requireSame(file, first, checksum(first, file), other, checksum(other, file));
    }
  }

  private static String checksum(ModelFolder model, String file) {
    return model
        .findFile(file)
        .map(path -> "a file with the SHA-256 " + Checksums.sha256(path))
        .orElse("missing");
  }

  private static void requireSame(
      String what, ModelFolder first, Object expected, ModelFolder other, Object found) {
    if (expected.equals(found)) {
      return;
    }
    if (expected instanceof Record && expected.getClass() == found.getClass()) {
      for (RecordComponent part : expected.getClass().getRecordComponents()) {
        requireSame(
            what + "." + part.getName(), first, value(part, expected), other, value(part, found));
      }
    }
    throw new IsoglossException(
        what
            + " of "
            + other.path()
            + " is "
            + found
            + ", that of "
            + first.path()
            + " is "
            + expected
            + ": only models that were trained from the same one can be averaged");
  }

  private static Object value(RecordComponent part, Object whole) {
    try {
      return part.getAccessor().invoke(whole);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the components of these records are not public", e);
    }
  }

  /**
   * Writes the model folder; at most one chunk of a tensor of each model is in memory at a time.
   *
   * @param to must not exist or be empty; it appears whole or not at all
   * @param name the name of the new model
   * @param licence the licence of the new model
   * @throws ModelFormatException if a tensor is missing in one of the models, or has another shape
   */
  public void write(Path to, String name, String licence) {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    models.forEach(model -> model.requireNoDense("averaging"));
    List<TransformerWeights> opened = new ArrayList<>();
    try {
      models.forEach(model -> opened.add(TransformerWeights.open(model)));
      ModelFolder first = models.getFirst();
      TransformerFolderWriter writer =
          TransformerFolderWriter.like(first, first.encoderConfig(), first.head())
              .labels(first.labels());
      for (TensorInfo tensor : opened.getFirst().tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
          opened.forEach(weights -> weights.tensor(tensor.name(), shape));
          writer.add(tensor, out -> copy(opened, tensor, out));
        }
      }
      writer.write(
          to,
          first,
          first
              .manifest()
              .derived(name, licence, first.encoding(), provenance(), /* sameScores= */ false));
    } finally {
      opened.forEach(TransformerWeights::close);
    }
  }

  private void copy(List<TransformerWeights> opened, TensorInfo tensor, TensorOutput out)
      throws IOException {
    long size = tensor.elementCount();
    for (long offset = 0; offset < size; offset += CHUNK) {
      int count = (int) Math.min(CHUNK, size - offset);
      double[] sums = new double[count];
      for (int m = 0; m < opened.size(); m++) {
        FloatBuffer numbers = FloatBuffer.allocate(count);
        opened.get(m).floats(tensor.name(), offset, numbers);
        for (int i = 0; i < count; i++) {
          sums[i] += normalizedWeights[m] * numbers.get(i);
        }
      }
      FloatBuffer means = FloatBuffer.allocate(count);
      Arrays.stream(sums).forEach(sum -> means.put((float) sum));
      out.floats(means.flip());
    }
  }

  /**
   * Returns the recipe of the first model, which the others share in part, with a note about the
   * averaging.
   */
  private Provenance provenance() {
    Set<ProvenanceSource> sources = new LinkedHashSet<>();
    List<String> summands = new ArrayList<>();
    for (ModelFolder model : models) {
      sources.addAll(model.manifest().provenance().sources());
    }
    IntStream.range(0, models.size())
        .forEach(
            m -> {
              ModelManifest manifest = models.get(m).manifest();
              sources.add(
                  new ProvenanceSource(
                      manifest.name() + "/" + (m + 1),
                      models.get(m).fingerprint(),
                      manifest.licence()));
              summands.add(
                  String.format(Locale.ROOT, "%.3f of %s", normalizedWeights[m], manifest.name()));
            });
    Provenance first = models.getFirst().manifest().provenance();
    return new Provenance(
        first.recipe().stripTrailing() + "\n# averaged: " + String.join(", ", summands),
        first.seed(),
        List.copyOf(sources));
  }
}
