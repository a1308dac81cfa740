// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.embedding.EmbeddingRows;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.safetensors.TensorOutput;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.modelio.weights.TransformerFolderWriter;
import org.isogloss.modelio.weights.TransformerTensorShapes;
import org.isogloss.neural.corpus.TrainingSources;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Tokenizer;

/**
 * Adds transformer layers to a static encoder: the transformer at first computes nearly the same
 * vectors, as the start of a training. A static encoder computes the mean of the rows of a text's
 * tokens, weighted by their norms. The transformer's layer normalisation would lose the norms, so
 * their logarithms are stored in one direction of the rows, which the content does not use. The
 * attention of the first layer reads them there: its keys are the logarithms and its queries
 * constant, so its softmax has the norms as weights; its values are the rows, and its output
 * outweighs the token's own row. All other weights are small and random, so that the other
 * sublayers change little at first.
 *
 * @param layers number of layers, 1 or more
 * @param headSize width of an attention head, a divisor of the width of the transformer
 * @param seed seed of the random weights
 * @param encoding prefixes and maximum length of the transformer's texts
 */
public record TransformerLayerAddition(
    int layers, int headSize, long seed, EncodingSettings encoding) {
  private static final String WORD_ROWS = "embeddings.word_embeddings.weight";
  private static final String FIRST_ATTENTION = "encoder.layer.0.attention.";

  /** Root mean square of the word rows: position vectors are small compared with them. */
  private static final double ROW_SCALE = 0.1;

  /** Length of the logarithm 1 relative to a row of unit length. */
  private static final double LOG_WEIGHT_SCALE = 0.1;

  private static final double MAX_LOG_WEIGHT = 3;
  private static final double SPECIAL_LOG_WEIGHT = -4;

  /** The weighted mean relative to a token's own row in the output of the first attention. */
  private static final float MEAN_WEIGHT = 8;

  /** The constant query, which the keys of the logarithms are divided by. */
  private static final float QUERY = 2;

  // Standard deviations of the random weights: position vectors, the matrices of queries, keys and
  // values, the inner matrices of feed-forward layers, and the last matrix of each sublayer.
  private static final double POSITION_DEVIATION = 0.001;
  private static final double ATTENTION_DEVIATION = 0.01;
  private static final double INNER_DEVIATION = 0.04;
  private static final double OUTPUT_DEVIATION = 0.005;

  public TransformerLayerAddition {
    if (layers < 1) {
      throw new IllegalArgumentException("layers is " + layers + ", expected 1 or more");
    }
    if (headSize < 1) {
      throw new IllegalArgumentException("headSize is " + headSize + ", expected 1 or more");
    }
  }

  /**
   * Writes the transformer.
   *
   * @param source a static encoder
   * @param taught folder with {@code texts.txt}, one text a line, and {@code texts.npy}, the
   *     vectors of a teacher. The transformer then has the teacher's width, and the rows are
   *     rotated so that the static vectors of the texts are as close as possible to the teacher's
   *     (orthogonal Procrustes problem, Schönemann 1966; cosines stay the same). Without it, the
   *     width is the next multiple of {@code headSize} above that of the static encoder
   * @param target the folder to write, which must be absent or empty; it is created atomically
   * @param name name of the transformer
   * @return the configuration of the transformer
   * @throws IsoglossException if the source is no static encoder, if texts and vectors of the
   *     teacher do not match, or if the width is no multiple of {@code headSize} or not greater
   *     than that of the static encoder
   */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  public TransformerConfig apply(
      ModelFolder source, Optional<Path> taught, Path target, String name) {
    AtomicFolder.requireAbsentOrEmpty(target);
    if (source.kind() != ModelFolder.Kind.STATIC) {
      throw new IsoglossException(
          source.path() + ": is a transformer, expected a static encoder, such as tiny");
    }
    try (PointerScope scope = new PointerScope()) {
      Tensor rows = rows(source.staticEmbeddings());
      int dimension = Math.toIntExact(rows.size(1));
      Tensor rotation =
          taught.isPresent()
              ? rotationToTeacher(rows, source.tokenizer(), taught.get())
              : torch.eye(dimension, (dimension / headSize + 1L) * headSize);
      TransformerConfig config = config(source, dimension, Math.toIntExact(rotation.size(1)));
      Tensor spare = spareDirection(rotation);
      float[] words =
          Tensors.toArray(
              wordRows(rows.matmul(rotation), spare, source.tokenizer().specialTokens().ids()));
      float[] weightKey = Tensors.toArray(spare.mul(new Scalar(keyScale(config))).contiguous());
      TransformerFolderWriter writer = new TransformerFolderWriter(config, TransformerHead.NONE);
      TransformerTensorShapes.shapes(config.architecture())
          .forEach(
              (tensor, shape) ->
                  writer.add(
                      new TensorInfo(tensor, DataType.F32, shape),
                      out -> {
                        if (tensor.equals(WORD_ROWS)) {
                          out.floats(words);
                        } else {
                          writeRows(tensor, shape, weightKey, out);
                        }
                      }));
      writer.write(target, source, manifest(source, taught, name));
      return config;
    }
  }

  private static Tensor rows(EmbeddingRows embeddings) {
    Tensor rows = torch.empty(embeddings.vocabularySize(), embeddings.dimension());
    FloatBuffer values = Tensors.floatBuffer(rows);
    for (int token = 0; token < embeddings.vocabularySize(); token++) {
      values.put(embeddings.vector(token));
    }
    return rows;
  }

  /** Returns the rotation of static vectors to a teacher's, {@code [dimension, width]}. */
  private static Tensor rotationToTeacher(Tensor rows, Tokenizer tokenizer, Path taught) {
    List<String> texts = TeacherVectors.lines(taught, TeacherVectors.TEXTS);
    Tensor vectors = TeacherVectors.readCentred(taught, TeacherVectors.TEXTS, texts.size());
    try (StaticEncoderModel model =
        new StaticEncoderModel(rows.clone(), torch.zeros(rows.size(0), 1))) {
      return PrincipalComponents.procrustesRotation(
          model.vectors(TokenBagBatch.of(texts, tokenizer)), vectors);
    }
  }

  /**
   * Returns a direction that is orthogonal to all rotated rows, {@code [width]}, nearly with mean
   * 0, which layer normalisation subtracts.
   */
  private static Tensor spareDirection(Tensor rotation) {
    Tensor orthogonal = torch.linalg_svd(rotation).get2();
    Tensor spare = orthogonal.narrow(0, rotation.size(0), rotation.size(1) - rotation.size(0));
    Tensor first = spare.select(0, 0);
    if (spare.size(0) == 1) {
      return first;
    }
    // Of two spare directions, this combination has mean 0.
    Tensor means = spare.mean(1);
    Tensor combined = first.mul(means.select(0, 1)).sub(spare.select(0, 1).mul(means.select(0, 0)));
    Tensor norm = combined.norm();
    return norm.item_float() < 1e-6 ? first : combined.div(norm);
  }

  /** Returns rows of equal norm, with the logarithms of their previous norms in one direction. */
  private static Tensor wordRows(Tensor rows, Tensor spare, Set<Integer> special) {
    Tensor norms = rows.norm(new ScalarOptional(new Scalar(2)), 1);
    Tensor logs =
        norms
            .clamp_min(new Scalar(1e-9))
            .log()
            .sub(norms.median().log())
            .clamp(
                new ScalarOptional(new Scalar(-MAX_LOG_WEIGHT)),
                new ScalarOptional(new Scalar(MAX_LOG_WEIGHT)));
    for (int token : special) {
      logs.narrow(0, token, 1).fill_(new Scalar(SPECIAL_LOG_WEIGHT));
    }
    Tensor centred = rows.sub(rows.mean(new long[] {1}, true, new ScalarTypeOptional()));
    return torch
        .normalize(centred, new NormalizeFuncOptions())
        .add(logs.unsqueeze(1).mul(spare.unsqueeze(0)).mul(new Scalar(LOG_WEIGHT_SCALE)))
        .mul(new Scalar(ROW_SCALE * Math.sqrt((double) rows.size(1))))
        .contiguous();
  }

  /**
   * Returns the factor with which the product of a key and {@link #QUERY} is the logarithm of a
   * weight, times the square root by which attention divides.
   */
  private double keyScale(TransformerConfig config) {
    return Math.sqrt(headSize) / (QUERY * LOG_WEIGHT_SCALE * Math.sqrt(config.hiddenSize()));
  }

  private TransformerConfig config(ModelFolder source, int dimension, int width) {
    if (width <= dimension) {
      throw new IsoglossException(
          "the teacher's vectors have "
              + width
              + " dimensions, expected more than the "
              + dimension
              + " of the static encoder: choose a teacher of more dimensions, or none");
    }
    if (width % headSize != 0) {
      throw new IsoglossException(
          "the width of the transformer is "
              + width
              + ", expected a multiple of the width of a head, "
              + headSize
              + ": choose a width of the heads that divides it");
    }
    try {
      return new TransformerConfig(
              TransformerConfig.Family.BERT,
              source.vocabularySize(),
              width,
              width,
              layers,
              width / headSize,
              4 * width,
              encoding.maxLength(),
              2,
              Activation.GELU,
              1e-12,
              source.tokenizer().specialTokens().paddingId())
          .checked();
    } catch (IllegalArgumentException e) {
      throw new IsoglossException("such a transformer cannot be made: " + e.getMessage(), e);
    }
  }

  /** Writes a tensor other than the word rows, row by row. */
  private void writeRows(String tensor, List<Long> shape, float[] weightKey, TensorOutput out)
      throws IOException {
    RandomGenerator random = new SplittableRandom(seed ^ tensor.hashCode());
    double deviation = deviation(tensor);
    int width = Math.toIntExact(shape.getLast());
    int rows = shape.size() == 1 ? 1 : Math.toIntExact(shape.getFirst());
    for (int row = 0; row < rows; row++) {
      float[] values = new float[width];
      for (int i = 0; i < width; i++) {
        values[i] = (float) (deviation * random.nextGaussian());
      }
      if (tensor.endsWith("LayerNorm.weight")) {
        Arrays.fill(values, 1);
      } else if (tensor.startsWith(FIRST_ATTENTION)) {
        setWeightedMean(tensor.substring(FIRST_ATTENTION.length()), row, weightKey, values);
      }
      out.floats(values);
    }
  }

  private static double deviation(String tensor) {
    if (tensor.startsWith("embeddings.position_embeddings")) {
      return POSITION_DEVIATION;
    }
    boolean isMatrix =
        tensor.startsWith("encoder.")
            && tensor.endsWith(".weight")
            && !tensor.contains("LayerNorm");
    if (!isMatrix) {
      return 0;
    }
    if (tensor.contains(".self.")) {
      return ATTENTION_DEVIATION;
    }
    return tensor.contains(".intermediate.") ? INNER_DEVIATION : OUTPUT_DEVIATION;
  }

  /** Makes the first attention compute the weighted mean, by the first number of each head. */
  private void setWeightedMean(String tensor, int row, float[] weightKey, float[] values) {
    switch (tensor) {
      case "self.query.weight" -> {
        if (row % headSize == 0) {
          Arrays.fill(values, 0);
        }
      }
      case "self.query.bias" -> {
        for (int i = 0; i < values.length; i += headSize) {
          values[i] = QUERY;
        }
      }
      case "self.key.weight" -> {
        if (row % headSize == 0) {
          System.arraycopy(weightKey, 0, values, 0, values.length);
        }
      }
      case "self.value.weight" -> values[row] += 1;
      case "output.dense.weight" -> values[row] += MEAN_WEIGHT;
      default -> {}
    }
  }

  private ModelManifest manifest(ModelFolder source, Optional<Path> taught, String name) {
    ModelManifest base = source.manifest();
    List<ProvenanceSource> sources = new ArrayList<>(base.provenance().sources());
    sources.add(new ProvenanceSource(base.name(), source.fingerprint(), base.licence()));
    TrainingSources files = new TrainingSources(Map.of());
    taught.ifPresent(
        folder ->
            TeacherVectors.fileNames(TeacherVectors.TEXTS)
                .forEach(file -> files.file("taught", folder.resolve(file))));
    sources.addAll(files.list());
    return base.derived(
        name,
        base.licence(),
        encoding,
        new Provenance(layers + " layers added to " + base.name(), seed, sources),
        /* sameScores= */ false);
  }
}
