package org.isogloss.modelio.transform;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.file.Checksums;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * Makes a model folder of a transformer that others wrote: one file of weights under the usual
 * names, all of one floating-point type where that is asked for, matrices in four bits as the
 * floats that they stand for, the tokenizer's files as they are, and a manifest.
 *
 * @param name of the model that is made
 * @param licence as an SPDX identifier; empty where it is not known
 * @param type of all floating-point weights; empty to keep each as it is, and F32 for those of four
 *     bits
 */
public record ModelImport(
    String name, String licence, EncodingSettings encoding, Optional<DataType> type) {
  private static final int CHUNK = 1 << 18;

  public ModelImport {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    requireNonNull(encoding, "encoding is null");
    if (type.isPresent() && !type.get().isFloatingPoint()) {
      throw new IllegalArgumentException("type is " + type.get() + ", expected a floating one");
    }
  }

  /** As the folder says of itself, with no number changed. */
  public static ModelImport unchanged(ModelFolder folder) {
    ModelManifest manifest = folder.manifest();
    return new ModelImport(
        manifest.name(), manifest.licence(), manifest.encoding(), Optional.empty());
  }

  /**
   * Writes the model folder and opens it; no more than a piece of a tensor is in memory at once.
   *
   * @param from what others wrote
   * @param to must not exist yet, or be empty; it appears whole or not at all
   * @throws ModelFormatException if the tokenizer cannot be read, a weight is missing or has not
   *     the shape that the configuration says, or a number is not finite or absurdly large
   */
  public void write(ModelFolder from, Path to) {
    TransformerCompletenessCheck.requireComplete(from);
    try (TransformerWeights weights = TransformerWeights.open(from)) {
      TransformerFolderWriter writer =
          new TransformerFolderWriter(from.transformerConfig(), from.head());
      for (TensorInfo tensor : weights.tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          TensorInfo written =
              new TensorInfo(tensor.name(), type.orElse(tensor.type()), tensor.shape());
          writer.add(written, out -> copy(weights, tensor, out));
        }
      }
      writer.write(to, from, new ModelManifest(name, licence, encoding, provenance(from)));
    }
    try (ModelFolder written = ModelFolder.open(to)) {
      TransformerCompletenessCheck.requireComplete(written);
    }
  }

  private static void copy(TransformerWeights weights, TensorInfo tensor, TensorOutput out)
      throws IOException {
    long size = tensor.elementCount();
    for (long at = 0; at < size; at += CHUNK) {
      FloatBuffer numbers = FloatBuffer.allocate((int) Math.min(CHUNK, size - at));
      weights.floats(tensor.name(), at, numbers);
      out.floats(numbers.flip());
    }
  }

  /**
   * How the model came to be: what the folder says of itself, and that it was imported. What it was
   * found to do is still true where nothing was changed.
   */
  private Provenance provenance(ModelFolder from) {
    Provenance before = from.manifest().provenance();
    List<ProvenanceSource> sources = new ArrayList<>(before.sources());
    try (Safetensors weights = from.weights()) {
      for (Path file : weights.files()) {
        sources.add(
            new ProvenanceSource(file.getFileName().toString(), Checksums.sha256(file), licence));
      }
    }
    String how =
        type.map(all -> "imported, every weight as " + all)
            .orElse("imported, weights as they were");
    return before.recipe().isBlank()
        ? new Provenance(how, 0, sources)
        : new Provenance(
            before.recipe().stripTrailing() + "\n# " + how,
            before.seed(),
            before.version(),
            sources,
            type.isEmpty() && encoding.equals(from.encoding()) ? before.results() : List.of());
  }
}
