// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.compression;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.transformer.EncoderConfig;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * Makes a transformer smaller: keeps some of its layers, fewer neurons of their feed-forward parts,
 * and reduces the rank of its word embedding. The pruned model is worse than the original until it
 * is trained again.
 *
 * @param layers indices of the layers to keep, from 0, in ascending order; empty to keep all
 * @param embeddingRank width of the rows of the word embedding, which a projection maps to the
 *     hidden size (Lan et al. 2020, section 3.1); 0 to keep the embedding
 * @param intermediateSize number of neurons of each feed-forward part, those with the largest
 *     weights; 0 to keep all
 */
public record LayerPruning(List<Integer> layers, int embeddingRank, int intermediateSize) {
  private static final Pattern LAYER = Pattern.compile("encoder\\.layer\\.([0-9]+)\\.(.*)");

  private static final int CHUNK_SIZE = 1 << 18;

  public LayerPruning {
    layers = List.copyOf(layers);
    if (!layers.equals(List.copyOf(new TreeSet<>(layers)))
        || layers.stream().anyMatch(i -> i < 0)) {
      throw new IllegalArgumentException(
          "layers are " + layers + ", expected distinct numbers from 0 in ascending order");
    }
    if (embeddingRank < 0) {
      throw new IllegalArgumentException(
          "embeddingRank is " + embeddingRank + ", expected 1 or more, or 0 to keep the embedding");
    }
    if (intermediateSize < 0) {
      throw new IllegalArgumentException(
          "intermediateSize is " + intermediateSize + ", expected 1 or more, or 0 to keep all");
    }
  }

  /**
   * The result of pruning.
   *
   * @param before architecture of the original model
   * @param after architecture of the pruned model
   * @param varianceKept share of the sum of squares of the word embedding that is preserved; 1 if
   *     the embedding is kept
   */
  public record Report(
      EncoderArchitecture before, EncoderArchitecture after, double varianceKept) {}

  /**
   * Writes the pruned model.
   *
   * @param source the original model
   * @param target the folder to write, which must be absent or empty; it is created atomically
   * @param name name of the pruned model
   * @return the architectures before and after pruning
   * @throws IsoglossException if a layer does not exist, if the type of the model cannot have these
   *     layers only, no factorised word embedding or no other inner width, or if the rank or the
   *     number of neurons is not less than that of the original
   */
  public Report apply(ModelFolder source, Path target, String name) {
    AtomicFolder.requireAbsentOrEmpty(target);
    EncoderConfig config = source.encoderConfig();
    EncoderArchitecture before = config.architecture();
    requireValid(source, before);
    EncoderConfig after = layers.isEmpty() ? config : config.keepingLayers(layers);
    if (embeddingRank > 0 || intermediateSize > 0) {
      after = narrowed(source.transformerConfig().withLayers(after.architecture().layers().size()));
    }
    try (TransformerWeights weights = TransformerWeights.open(source)) {
      Optional<LowRankEmbedding> lowRank = Optional.empty();
      if (embeddingRank > 0) {
        lowRank =
            Optional.of(LowRankEmbedding.of(weights, source.transformerConfig(), embeddingRank));
      }
      boolean replacesWords = lowRank.isPresent();
      TransformerFolderWriter writer =
          TransformerFolderWriter.like(source, after, source.head())
              .labels(source.labels())
              .dense(source.denseLayers());
      for (TensorInfo tensor : weights.tensors().values()) {
        boolean replaced =
            replacesWords && tensor.name().startsWith(LowRankEmbedding.TENSOR_PREFIX);
        if (tensor.type().isFloatingPoint() && !replaced) {
          newTensorName(tensor.name()).ifPresent(newName -> add(writer, weights, tensor, newName));
        }
      }
      DataType type = weights.tensor(LowRankEmbedding.ROW_TENSOR).type();
      lowRank.ifPresent(embedding -> embedding.addTo(writer, type));
      double varianceKept = lowRank.map(LowRankEmbedding::varianceKept).orElse(1.0);
      writer.write(target, source, manifest(source, name, varianceKept));
      return new Report(before, after.architecture(), varianceKept);
    }
  }

  private TransformerConfig narrowed(TransformerConfig config) {
    TransformerConfig after = config;
    if (embeddingRank > 0) {
      after = after.withEmbeddingSize(embeddingRank);
    }
    return intermediateSize > 0 ? after.withIntermediateSize(intermediateSize) : after;
  }

  private void add(
      TransformerFolderWriter writer,
      TransformerWeights weights,
      TensorInfo tensor,
      String newName) {
    Optional<FeedForwardNeurons> neurons =
        intermediateSize == 0
            ? Optional.empty()
            : FeedForwardNeurons.of(weights, tensor.name(), intermediateSize);
    if (neurons.isPresent()) {
      neurons.get().addTo(writer, tensor.type(), newName);
    } else {
      writer.add(
          new TensorInfo(newName, tensor.type(), tensor.shape()),
          out -> copy(weights, tensor, out));
    }
  }

  private void requireValid(ModelFolder source, EncoderArchitecture architecture) {
    int count = architecture.layers().size();
    if (!layers.isEmpty() && layers.getLast() >= count) {
      throw new IsoglossException(
          source.path()
              + ": has no layer "
              + layers.getLast()
              + "; its layers are 0 to "
              + (count - 1));
    }
    int width = architecture.embeddings().width();
    if (embeddingRank >= width) {
      throw new IsoglossException(
          source.path()
              + ": the embedding rank is "
              + embeddingRank
              + ", expected less than the width of the word embedding, "
              + width);
    }
    int neurons = architecture.layers().getFirst().feedForward().width();
    if (intermediateSize >= neurons) {
      throw new IsoglossException(
          source.path()
              + ": the number of neurons is "
              + intermediateSize
              + ", expected less than that of the feed-forward layers, "
              + neurons);
    }
  }

  /** Returns the name of a tensor in the pruned model; empty if its layer is removed. */
  private Optional<String> newTensorName(String name) {
    Matcher layer = LAYER.matcher(name);
    if (layers.isEmpty() || !layer.matches()) {
      return Optional.of(name);
    }
    int index = layers.indexOf(Integer.parseInt(layer.group(1)));
    return index < 0
        ? Optional.empty()
        : Optional.of("encoder.layer." + index + "." + layer.group(2));
  }

  private static void copy(TransformerWeights weights, TensorInfo tensor, TensorOutput out)
      throws IOException {
    long size = tensor.elementCount();
    for (long at = 0; at < size; at += CHUNK_SIZE) {
      FloatBuffer numbers = FloatBuffer.allocate((int) Math.min(CHUNK_SIZE, size - at));
      weights.floats(tensor.name(), at, numbers);
      out.floats(numbers.flip());
    }
  }

  private ModelManifest manifest(ModelFolder source, String name, double varianceKept) {
    ModelManifest base = source.manifest();
    List<String> changes = new ArrayList<>();
    if (!layers.isEmpty()) {
      changes.add("layers " + layers);
    }
    if (embeddingRank > 0) {
      changes.add(
          String.format(
              Locale.ROOT,
              "word embedding of rank %d, which keeps %.4f of its variance",
              embeddingRank,
              varianceKept));
    }
    if (intermediateSize > 0) {
      changes.add(intermediateSize + " neurons of each feed-forward layer");
    }
    List<ProvenanceSource> sources = new ArrayList<>(base.provenance().sources());
    sources.add(new ProvenanceSource(base.name(), source.fingerprint(), base.licence()));
    return base.derived(
        name,
        base.licence(),
        base.encoding(),
        new Provenance("cut from " + base.name() + ": " + String.join("; ", changes), 0, sources),
        /* sameScores= */ false);
  }
}
