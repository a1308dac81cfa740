package org.isogloss.modelio.transform;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
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
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.file.Checksums;
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
 * Makes one transformer of several that were trained from the same start: each of its weights is
 * the mean of theirs, which is often better than each of them (Wortsman et al., "Model soups", ICML
 * 2022), or lies between a model and what it was trained from (Wortsman et al., "Robust fine-tuning
 * of zero-shot models", CVPR 2022, equation 2).
 */
public final class ModelAverage {
  private static final int CHUNK = 1 << 18;

  private final List<ModelFolder> models;
  private final double[] normalizedWeights;

  /**
   * An average; the folders are read when it is written.
   *
   * @param models two or more, alike but for their weights; tokenizer and settings are the first's
   * @param weights what each counts, positive; only their ratios matter
   * @throws IsoglossException if they have another shape, tokenizer, pooling, length or prefixes
   */
  public ModelAverage(List<ModelFolder> models, List<Double> weights) {
    this.models = List.copyOf(models);
    if (models.size() < 2) {
      throw new IllegalArgumentException("models are " + models.size() + ", expected 2 or more");
    }
    if (weights.size() != models.size()) {
      throw new IllegalArgumentException(
          weights.size() + " weights of " + models.size() + " models");
    }
    for (double weight : weights) {
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("a weight is " + weight + ", expected more than 0");
      }
    }
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    this.normalizedWeights = weights.stream().mapToDouble(weight -> weight / sum).toArray();
    ModelFolder first = models.getFirst();
    models.subList(1, models.size()).forEach(model -> requireAlike(first, model));
  }

  private static void requireAlike(ModelFolder first, ModelFolder other) {
    requireSame(
        "configuration", first, first.transformerConfig(), other, other.transformerConfig());
    requireSame("head", first, first.head(), other, other.head());
    requireSame("encoding", first, first.encoding(), other, other.encoding());
    for (String file : TokenizerFiles.ALL) {
      requireSame(file, first, checksum(first, file), other, checksum(other, file));
    }
  }

  private static String checksum(ModelFolder model, String file) {
    return model
        .findFile(file)
        .map(path -> "one with the SHA-256 " + Checksums.sha256(path))
        .orElse("missing");
  }

  private static void requireSame(
      String what, ModelFolder first, Object its, ModelFolder other, Object others) {
    if (!its.equals(others)) {
      throw new IsoglossException(
          what
              + " of "
              + other.path()
              + " is "
              + others
              + ", that of "
              + first.path()
              + " is "
              + its
              + ": only models that were trained from the same one can be averaged");
    }
  }

  /**
   * Writes the model folder; no more than a piece of a tensor of each is in memory at once.
   *
   * @param to must not exist yet, or be empty; it appears whole or not at all
   * @param name of the model that is made
   * @param licence under which it may be used
   * @throws ModelFormatException if a tensor is missing in one of them, or has another shape
   */
  public void write(Path to, String name, String licence) {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    List<TransformerWeights> opened = new ArrayList<>();
    try {
      models.forEach(model -> opened.add(TransformerWeights.open(model)));
      ModelFolder first = models.getFirst();
      TransformerFolderWriter writer =
          new TransformerFolderWriter(first.transformerConfig(), first.head());
      for (TensorInfo tensor : opened.getFirst().tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
          opened.forEach(weights -> weights.tensor(tensor.name(), shape));
          writer.add(tensor, out -> copy(opened, tensor, out));
        }
      }
      writer.write(to, first, new ModelManifest(name, licence, first.encoding(), provenance()));
    } finally {
      opened.forEach(TransformerWeights::close);
    }
  }

  private void copy(List<TransformerWeights> opened, TensorInfo tensor, TensorOutput out)
      throws IOException {
    long size = tensor.elementCount();
    for (long at = 0; at < size; at += CHUNK) {
      int count = (int) Math.min(CHUNK, size - at);
      double[] sums = new double[count];
      for (int m = 0; m < opened.size(); m++) {
        FloatBuffer numbers = FloatBuffer.allocate(count);
        opened.get(m).floats(tensor.name(), at, numbers);
        for (int i = 0; i < count; i++) {
          sums[i] += normalizedWeights[m] * numbers.get(i);
        }
      }
      FloatBuffer means = FloatBuffer.allocate(count);
      Arrays.stream(sums).forEach(sum -> means.put((float) sum));
      out.floats(means.flip());
    }
  }

  /** The first one's recipe, which the others share in part, and what became of all. */
  private Provenance provenance() {
    Set<ProvenanceSource> sources = new LinkedHashSet<>();
    List<String> named = new ArrayList<>();
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
              named.add(
                  String.format(Locale.ROOT, "%.3f of %s", normalizedWeights[m], manifest.name()));
            });
    Provenance first = models.getFirst().manifest().provenance();
    return new Provenance(
        first.recipe().stripTrailing() + "\n# averaged: " + String.join(", ", named),
        first.seed(),
        List.copyOf(sources));
  }
}
