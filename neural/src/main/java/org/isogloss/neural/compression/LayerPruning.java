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
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerWeights;

/**
 * Makes a smaller model of a transformer: some of its layers, and a word embedding of a lower rank.
 * What comes out can do less than what went in until it is trained again.
 *
 * @param layers which layers are kept, in ascending order from 0; empty for all
 * @param embeddingRank width of the word embedding's rows, which a projection then widens (Lan et
 *     al. 2020, section 3.1); 0 to leave it as it is
 */
public record LayerPruning(List<Integer> layers, int embeddingRank) {
  private static final Pattern LAYER = Pattern.compile("encoder\\.layer\\.([0-9]+)\\.(.*)");

  private static final int CHUNK_SIZE = 1 << 18;

  public LayerPruning {
    layers = List.copyOf(layers);
    if (!layers.equals(List.copyOf(new TreeSet<>(layers)))
        || layers.stream().anyMatch(i -> i < 0)) {
      throw new IllegalArgumentException(
          "layers are " + layers + ", expected numbers from 0 in ascending order, none twice");
    }
    if (embeddingRank < 0) {
      throw new IllegalArgumentException(
          "embeddingRank is " + embeddingRank + ", expected 1 or more, or 0 to leave it");
    }
  }

  /**
   * What was done.
   *
   * @param before the shape of the model that went in
   * @param after the shape of the one that came out
   * @param varianceKept the share of the word embedding's sum of squares that is still there; 1
   *     where it was left as it is
   */
  public record Report(TransformerConfig before, TransformerConfig after, double varianceKept) {}

  /**
   * Writes a smaller model.
   *
   * @param target must not exist yet, or be empty; it appears whole or not at all
   * @param name of the model that is made
   * @throws IsoglossException if there are no such layers, or the rank is not below the width of
   *     the word embedding's rows
   */
  public Report apply(ModelFolder source, Path target, String name) {
    AtomicFolder.requireAbsentOrEmpty(target);
    TransformerConfig before = source.transformerConfig();
    requireValid(source, before);
    TransformerConfig after = before.withLayers(layers.isEmpty() ? before.layers() : layers.size());
    try (TransformerWeights weights = TransformerWeights.open(source)) {
      Optional<LowRankEmbedding> lowRank =
          embeddingRank == 0
              ? Optional.empty()
              : Optional.of(LowRankEmbedding.of(weights, before, embeddingRank));
      if (lowRank.isPresent()) {
        after = after.withEmbeddingSize(embeddingRank);
      }
      TransformerFolderWriter writer = new TransformerFolderWriter(after, source.head());
      for (TensorInfo tensor : weights.tensors().values()) {
        boolean replaced =
            lowRank.isPresent() && tensor.name().startsWith(LowRankEmbedding.TENSOR_PREFIX);
        if (tensor.type().isFloatingPoint() && !replaced) {
          newTensorName(tensor.name())
              .ifPresent(
                  kept ->
                      writer.add(
                          new TensorInfo(kept, tensor.type(), tensor.shape()),
                          out -> copy(weights, tensor, out)));
        }
      }
      DataType type = weights.tensor(LowRankEmbedding.ROW_TENSOR).type();
      lowRank.ifPresent(embedding -> embedding.addTo(writer, type));
      double kept = lowRank.map(LowRankEmbedding::varianceKept).orElse(1.0);
      writer.write(target, source, manifest(source, name, kept));
      return new Report(before, after, kept);
    }
  }

  private void requireValid(ModelFolder from, TransformerConfig config) {
    if (!layers.isEmpty() && layers.getLast() >= config.layers()) {
      throw new IsoglossException(
          from.path()
              + ": has no layer "
              + layers.getLast()
              + "; its layers are 0 to "
              + (config.layers() - 1));
    }
    if (embeddingRank >= config.embeddingSize()) {
      throw new IsoglossException(
          from.path()
              + ": rows of the word embedding are "
              + config.embeddingSize()
              + " wide, expected a rank below that, not "
              + embeddingRank);
    }
  }

  /** The name of a tensor in what is written; none where its layer goes. */
  private Optional<String> newTensorName(String name) {
    Matcher layer = LAYER.matcher(name);
    if (layers.isEmpty() || !layer.matches()) {
      return Optional.of(name);
    }
    int place = layers.indexOf(Integer.parseInt(layer.group(1)));
    return place < 0
        ? Optional.empty()
        : Optional.of("encoder.layer." + place + "." + layer.group(2));
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

  private ModelManifest manifest(ModelFolder from, String name, double kept) {
    ModelManifest base = from.manifest();
    List<String> done = new ArrayList<>();
    if (!layers.isEmpty()) {
      done.add("layers " + layers);
    }
    if (embeddingRank > 0) {
      done.add(
          String.format(
              Locale.ROOT,
              "word embedding of rank %d, which keeps %.4f of its variance",
              embeddingRank,
              kept));
    }
    List<ProvenanceSource> sources = new ArrayList<>(base.provenance().sources());
    sources.add(new ProvenanceSource(base.name(), from.fingerprint(), base.licence()));
    return new ModelManifest(
        name,
        base.licence(),
        base.encoding(),
        new Provenance("cut from " + base.name() + ": " + String.join("; ", done), 0, sources));
  }
}
