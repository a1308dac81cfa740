// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.embedding.StaticEmbeddings;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Tokenizer;

/**
 * Initial rows of a static encoder: the projected word embeddings of a larger model, or the rows of
 * another static encoder.
 */
final class StaticEncoderInitialisation {
  private static final String CONTINUATION_PREFIX = "##";
  private static final String WORD_EMBEDDINGS_SUFFIX = "embeddings.word_embeddings.weight";

  private StaticEncoderInitialisation() {}

  /**
   * Returns rows of a vocabulary: those of the base's tokens, projected to their principal
   * components for a BERT; a token that the base lacks has the mean of the base's tokens into which
   * it is split or, for a static encoder, which sums them anyway, their sum.
   *
   * @param folder folder of the base model
   * @param base tokenizer of the base model
   * @return {@code [pieces.size(), dimension]}, to be closed
   */
  // The scope frees the tensors of its block.
  @SuppressWarnings("try")
  static Tensor rows(Path folder, Tokenizer base, List<String> pieces, int dimension) {
    try (PointerScope scope = new PointerScope()) {
      boolean together = isStatic(folder);
      float[] from =
          together
              ? staticEncoderRows(folder, base, dimension)
              : Tensors.toArray(PrincipalComponents.project(embeddings(folder, base), dimension));
      float[] to = new float[pieces.size() * dimension];
      for (int i = 0; i < pieces.size(); i++) {
        int[] parts = longestBasePieces(pieces.get(i), base);
        for (int part : parts) {
          for (int d = 0; d < dimension; d++) {
            to[i * dimension + d] += from[part * dimension + d] / (together ? 1 : parts.length);
          }
        }
      }
      return Tensors.retain(Tensor.create(to, pieces.size(), dimension));
    }
  }

  /**
   * Returns the longest tokens of the base that form a token; none if the base cannot represent it.
   */
  static int[] longestBasePieces(String piece, Tokenizer base) {
    int[] parts = new int[piece.length()];
    int count = 0;
    boolean inside =
        piece.startsWith(CONTINUATION_PREFIX) && piece.length() > CONTINUATION_PREFIX.length();
    for (int from = 0; from < piece.length(); ) {
      boolean marked = from > 0 || inside;
      int start = from == 0 && inside ? CONTINUATION_PREFIX.length() : from;
      int end = piece.length();
      OptionalInt found = OptionalInt.empty();
      for (; end > start && found.isEmpty(); end--) {
        String part = piece.substring(start, end);
        found = base.id(marked ? CONTINUATION_PREFIX + part : part);
      }
      if (found.isEmpty()) {
        return new int[0];
      }
      parts[count++] = found.getAsInt();
      from = end + 1;
    }
    return Arrays.copyOf(parts, count);
  }

  private static boolean isStatic(Path folder) {
    if (!Files.exists(folder.resolve("config.json"))) {
      return false;
    }
    try (ModelFolder model = ModelFolder.open(folder)) {
      return model.kind() == ModelFolder.Kind.STATIC;
    }
  }

  /** Returns the rows of a static encoder times their weights, {@code [tokens * dimension]}. */
  private static float[] staticEncoderRows(Path folder, Tokenizer base, int dimension) {
    try (ModelFolder model = ModelFolder.open(folder)) {
      StaticEmbeddings rows = model.staticEmbeddings();
      if (rows.dimension() != dimension || rows.vocabularySize() != base.vocabularySize()) {
        throw new TrainingException(
            folder
                + ": "
                + rows.vocabularySize()
                + " rows of "
                + rows.dimension()
                + " numbers, expected "
                + base.vocabularySize()
                + " (the lines of vocab.txt) of "
                + dimension
                + " (model.dimension)");
      }
      float[] all = new float[rows.vocabularySize() * dimension];
      for (int piece = 0; piece < rows.vocabularySize(); piece++) {
        System.arraycopy(rows.vector(piece), 0, all, piece * dimension, dimension);
      }
      return all;
    }
  }

  /**
   * Moves the norms of rows into their weights: all rows then have the previous mean norm. Zero
   * rows do not change.
   *
   * @param rows {@code [tokens, dimension]}, changed in place
   * @param logWeights {@code [tokens, 1]}, changed in place
   */
  // The scope frees the tensors of its block.
  @SuppressWarnings("try")
  static void moveNormsToWeights(Tensor rows, Tensor logWeights) {
    try (PointerScope scope = new PointerScope()) {
      Tensor lengths = rows.square().sum(1).sqrt().unsqueeze(1);
      Tensor some = lengths.gt(Tensors.scalar(0));
      Tensor mean = lengths.sum().div(some.sum());
      Tensor factors = torch.where(some, lengths.div(mean), torch.ones_like(lengths));
      rows.div_(factors);
      logWeights.add_(factors.log());
    }
  }

  private static Tensor embeddings(Path folder, Tokenizer base) {
    try (Safetensors file = Safetensors.open(folder)) {
      TensorInfo found =
          file.tensors().values().stream()
              .filter(tensor -> tensor.name().endsWith(WORD_EMBEDDINGS_SUFFIX))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IsoglossException(
                          folder
                              + ": no tensor named ..."
                              + WORD_EMBEDDINGS_SUFFIX
                              + " among its weights; expected the folder of a BERT model"));
      if (found.shape().size() != 2 || found.size(0) != base.vocabularySize()) {
        throw new IsoglossException(
            folder
                + ": "
                + found.describe()
                + " for a vocabulary of "
                + base.vocabularySize()
                + " tokens: the weights and vocab.txt belong to different models");
      }
      Tensor rows = torch.empty(found.size(0), found.size(1));
      FloatBuffer elements = Tensors.floatBuffer(rows);
      file.floats(found.name(), 0, elements);
      return rows;
    }
  }

  /**
   * Returns logarithms of the initial weights: {@code a / (a + frequency)} (Arora et al. 2017,
   * algorithm 1), or of ones if {@code smoothing} is 0.
   *
   * @param frequencies relative frequency of each token
   * @return {@code [tokens, 1]}, to be closed
   */
  static Tensor logWeights(double[] frequencies, double smoothing) {
    float[] logs = new float[frequencies.length];
    for (int i = 0; i < logs.length && smoothing > 0; i++) {
      logs[i] = (float) Math.log(smoothing / (smoothing + frequencies[i]));
    }
    return Tensors.retain(Tensor.create(logs, logs.length, 1));
  }
}
