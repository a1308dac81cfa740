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
import org.isogloss.modelio.embedding.EmbeddingRows;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Tokenizer;

/**
 * Initialises a static encoder with the word embeddings of a larger model, reduced in dimension, or
 * with the rows of another static encoder.
 */
final class StaticEncoderInitialisation {
  private static final String CONTINUATION_PREFIX = "##";
  private static final String WORD_EMBEDDINGS_SUFFIX = "embeddings.word_embeddings.weight";

  private StaticEncoderInitialisation() {}

  /**
   * Returns the initial rows of a vocabulary. The word embeddings of a BERT are projected onto
   * their principal components; the rows of a static encoder are used unchanged. A token that is
   * not in the base vocabulary is split into tokens of that vocabulary: its row is the mean of
   * their rows, or the sum if the base is a static encoder, which sums the rows of a text anyway.
   *
   * @param folder folder of the base model
   * @param base tokenizer of the base model
   * @return {@code [vocabulary.size(), dimension]}, to be closed by the caller
   */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  static Tensor rows(Path folder, Tokenizer base, List<String> vocabulary, int dimension) {
    try (PointerScope scope = new PointerScope()) {
      boolean isStatic = isStatic(folder);
      float[] baseRows =
          isStatic
              ? staticEncoderRows(folder, base, dimension)
              : Tensors.toArray(PrincipalComponents.project(embeddings(folder, base), dimension));
      float[] rows = new float[vocabulary.size() * dimension];
      for (int i = 0; i < vocabulary.size(); i++) {
        int[] parts = longestBaseTokens(vocabulary.get(i), base);
        for (int part : parts) {
          for (int d = 0; d < dimension; d++) {
            rows[i * dimension + d] +=
                baseRows[part * dimension + d] / (isStatic ? 1 : parts.length);
          }
        }
      }
      return Tensors.retain(Tensor.create(rows, vocabulary.size(), dimension));
    }
  }

  /**
   * Splits a token greedily into the longest tokens of the base vocabulary; returns none if this is
   * not possible.
   */
  static int[] longestBaseTokens(String token, Tokenizer base) {
    int[] parts = new int[token.length()];
    int count = 0;
    boolean continuesWord =
        token.startsWith(CONTINUATION_PREFIX) && token.length() > CONTINUATION_PREFIX.length();
    for (int position = 0; position < token.length(); ) {
      boolean isContinuation = position > 0 || continuesWord;
      int start = position == 0 && continuesWord ? CONTINUATION_PREFIX.length() : position;
      int end = token.length();
      OptionalInt found = OptionalInt.empty();
      for (; end > start && found.isEmpty(); end--) {
        String part = token.substring(start, end);
        found = base.id(isContinuation ? CONTINUATION_PREFIX + part : part);
      }
      if (found.isEmpty()) {
        return new int[0];
      }
      parts[count++] = found.getAsInt();
      position = end + 1;
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
      EmbeddingRows rows = model.staticEmbeddings();
      if (rows.dimension() != dimension || rows.vocabularySize() != base.vocabularySize()) {
        throw new TrainingException(
            folder
                + ": has "
                + rows.vocabularySize()
                + " rows of "
                + rows.dimension()
                + " numbers, expected "
                + base.vocabularySize()
                + " rows (the lines of vocab.txt) of "
                + dimension
                + " numbers (model.dimension)");
      }
      float[] all = new float[rows.vocabularySize() * dimension];
      for (int token = 0; token < rows.vocabularySize(); token++) {
        System.arraycopy(rows.vector(token), 0, all, token * dimension, dimension);
      }
      return all;
    }
  }

  /**
   * Moves the norms of the rows into their weights: all rows then have the same norm, the previous
   * mean. Rows of zeros stay unchanged.
   *
   * @param rows {@code [tokens, dimension]}, modified in place
   * @param logWeights {@code [tokens, 1]}, modified in place
   */
  // The scope frees the tensors created inside it.
  @SuppressWarnings("try")
  static void moveNormsToWeights(Tensor rows, Tensor logWeights) {
    try (PointerScope scope = new PointerScope()) {
      Tensor norms = rows.square().sum(1).sqrt().unsqueeze(1);
      Tensor nonZero = norms.gt(Tensors.scalar(0));
      Tensor mean = norms.sum().div(nonZero.sum());
      Tensor factors = torch.where(nonZero, norms.div(mean), torch.ones_like(norms));
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
                              + ": has no tensor named ..."
                              + WORD_EMBEDDINGS_SUFFIX
                              + ", expected the folder of a BERT model"));
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
   * Returns the logarithms of the initial weights: {@code a / (a + frequency)} (Arora et al. 2017,
   * algorithm 1), or 1 if {@code smoothing} is 0.
   *
   * @param frequencies relative frequency of each token
   * @param smoothing the constant {@code a}
   * @return {@code [tokens, 1]}, to be closed by the caller
   */
  static Tensor logWeights(double[] frequencies, double smoothing) {
    float[] logs = new float[frequencies.length];
    for (int i = 0; i < logs.length && smoothing > 0; i++) {
      logs[i] = (float) Math.log(smoothing / (smoothing + frequencies[i]));
    }
    return Tensors.retain(Tensor.create(logs, logs.length, 1));
  }
}
