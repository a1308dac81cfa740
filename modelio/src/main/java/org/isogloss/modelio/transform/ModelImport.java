// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transform;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.multivector.TokenVectorHead;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * Converts a transformer or static embeddings from elsewhere to a model folder: one weights file,
 * optionally converted to one floating-point type; four-bit matrices converted to floats; the
 * tokenizer files unchanged; and a manifest. Tensors of the BERT and XLM-RoBERTa families get
 * canonical names; other models keep their configuration and names.
 *
 * @param name the name of the new model
 * @param licence its licence as an SPDX identifier; empty if it is not known
 * @param type the type of all floating-point weights; empty to keep the type of each tensor, with
 *     F32 for four-bit matrices
 */
public record ModelImport(
    String name, String licence, EncodingSettings encoding, Optional<DataType> type) {
  private static final int CHUNK = 1 << 18;

  public ModelImport {
    requireNonNull(name, "name is null");
    requireNonNull(licence, "licence is null");
    requireNonNull(encoding, "encoding is null");
    if (type.isPresent() && !type.get().isFloatingPoint()) {
      throw new IllegalArgumentException(
          "type is " + type.get() + ", expected a floating-point type");
    }
  }

  /** Creates an import with the name, licence and settings of the folder and unchanged weights. */
  public static ModelImport unchanged(ModelFolder folder) {
    ModelManifest manifest = folder.manifest();
    return new ModelImport(
        manifest.name(), manifest.licence(), manifest.encoding(), Optional.empty());
  }

  /**
   * Writes the model folder and verifies that it can be opened; at most one chunk of a tensor is in
   * memory at a time.
   *
   * @param from the model to import
   * @param to must not exist or be empty; it appears whole or not at all
   * @throws ModelFormatException if the tokenizer cannot be read, a tensor is missing or does not
   *     have the shape required by the configuration, or a weight is not finite or implausibly
   *     large
   */
  public void write(ModelFolder from, Path to) {
    if (encoding.pooling() != Pooling.NONE
        && from.sparseHead().filter(head -> head.kind().expands()).isPresent()) {
      throw new ModelFormatException(
          from.root(), "computes weights of terms, expected no pooling of token vectors");
    }
    if (encoding.pooling() != Pooling.NONE
        && from.tokenVectorHead().filter(TokenVectorHead::standsAlone).isPresent()) {
      throw new ModelFormatException(
          from.root(), "computes token vectors, expected no pooling of them");
    }
    boolean isStatic = from.kind() == ModelFolder.Kind.STATIC;
    if (!isStatic) {
      TransformerCompletenessCheck.requireComplete(from, encoding);
    }
    boolean sameScores = encoding.equals(from.encoding());
    ModelManifest manifest =
        from.manifest().derived(name, licence, encoding, provenance(from), sameScores);
    if (isStatic) {
      StaticCopy.write(from, to, manifest, type);
    } else if (TransformerConfig.isTypeOfFamily(from.modelType())) {
      writeCanonical(from, to, manifest);
    } else {
      TransformerCopy.write(from, to, manifest, type);
    }
    try (ModelFolder written = ModelFolder.open(to)) {
      if (!isStatic) {
        TransformerCompletenessCheck.requireComplete(written);
      }
    }
  }

  /** Writes a model of a family whose configuration and names can be written anew. */
  private void writeCanonical(ModelFolder from, Path to, ModelManifest manifest) {
    try (TransformerWeights weights = TransformerWeights.open(from)) {
      TransformerFolderWriter writer =
          new TransformerFolderWriter(from.transformerConfig(), from.head())
              .labels(from.labels())
              .others(staging -> ModelDescription.copyHeads(from, staging, manifest))
              .dense(from.denseLayers());
      for (TensorInfo tensor : weights.tensors().values()) {
        if (tensor.type().isFloatingPoint()) {
          TensorInfo written =
              new TensorInfo(tensor.name(), type.orElse(tensor.type()), tensor.shape());
          writer.add(written, out -> copy(weights, tensor, out));
        }
      }
      writer.write(to, from, manifest);
    }
  }

  private static void copy(TransformerWeights weights, TensorInfo tensor, TensorOutput out)
      throws IOException {
    long size = tensor.elementCount();
    for (long offset = 0; offset < size; offset += CHUNK) {
      FloatBuffer numbers = FloatBuffer.allocate((int) Math.min(CHUNK, size - offset));
      weights.floats(tensor.name(), offset, numbers);
      out.floats(numbers.flip());
    }
  }

  /**
   * Returns the provenance of the source with a note about the import. Evaluation results are kept
   * only if nothing was changed.
   */
  private Provenance provenance(ModelFolder from) {
    Provenance original = from.manifest().provenance();
    List<ProvenanceSource> sources = new ArrayList<>(original.sources());
    try (Safetensors weights = from.weights()) {
      for (Path file : weights.files()) {
        sources.add(
            new ProvenanceSource(file.getFileName().toString(), Checksums.sha256(file), licence));
      }
    }
    String note =
        type.map(all -> "imported, every weight as " + all).orElse("imported, weights unchanged");
    return original.recipe().isBlank()
        ? new Provenance(note, 0, sources)
        : new Provenance(
            original.recipe().stripTrailing() + "\n# " + note,
            original.seed(),
            original.version(),
            sources,
            type.isEmpty() && encoding.equals(from.encoding()) ? original.results() : List.of());
  }
}
