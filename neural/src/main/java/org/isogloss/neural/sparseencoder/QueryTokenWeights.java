// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.text.Encoding;

/**
 * Learned weights of the tokens of queries, which then need no inference. Their logarithms are
 * trained, so that they stay above 0.
 *
 * @param logarithms {@code [vocabulary]}
 */
record QueryTokenWeights(Parameter logarithms) implements AutoCloseable {
  /** The prefix of the parameter's name, for the groups of the optimizer. */
  private static final String NAME = "query_weights";

  /** The smallest weight of a base model that training can increase again. */
  private static final float MINIMUM = 1e-6f;

  /** Continues with the weights of the base model if it has some; else all weights are 1. */
  static QueryTokenWeights create(PretrainedModel base) {
    int size = base.transformer().architecture().embeddings().vocabularySize();
    float[] logarithms = new float[size];
    base.folder()
        .sparseHead()
        .flatMap(head -> head.queryWeights(size))
        .ifPresent(
            weights -> {
              for (int i = 0; i < size; i++) {
                logarithms[i] = (float) Math.log(Math.max(weights[i], MINIMUM));
              }
            });
    return new QueryTokenWeights(
        ParameterSource.read(
            base.folder(),
            base.transformer(),
            0,
            source -> source.of(NAME, logarithms, logarithms.length)));
  }

  /**
   * Returns the weights of queries, {@code [queries, vocabulary]}: each token of a query has its
   * weight once, special tokens have none.
   */
  Tensor weights(List<Encoding> queries) {
    Tensor weights = logarithms.values().exp();
    int width = queries.stream().mapToInt(Encoding::size).max().orElse(1);
    int[] ids = new int[queries.size() * width];
    float[] present = new float[ids.length];
    for (int row = 0; row < queries.size(); row++) {
      int[] words = words(queries.get(row));
      System.arraycopy(words, 0, ids, row * width, words.length);
      Arrays.fill(present, row * width, row * width + words.length, 1);
    }
    // A token that fills a row adds 0 to the first term of the vocabulary.
    long[] shape = {queries.size(), width};
    Tensor counts =
        torch
            .zeros(new long[] {queries.size(), weights.size(0)}, weights.detach().options())
            .scatter_add(
                1,
                Tensors.longTensor(ids, weights.device()).view(shape),
                Tensor.create(present).view(shape).to(weights.device(), weights.scalar_type()));
    return counts.clamp_max(new Scalar(1)).mul(weights);
  }

  private static int[] words(Encoding query) {
    return IntStream.range(0, query.size())
        .filter(i -> query.sequenceIds()[i] != Encoding.SPECIAL)
        .map(i -> query.ids()[i])
        .toArray();
  }

  /**
   * Returns the weights as a model folder stores them, {@code [vocabulary]}.
   *
   * @param special ids of special tokens, whose weights are 0
   */
  float[] toArray(int... special) {
    try (Tensor weights = logarithms.values().detach().exp()) {
      float[] array = Tensors.toArray(weights.to(torch.ScalarType.Float));
      for (int id : special) {
        array[id] = 0;
      }
      return array;
    }
  }

  @Override
  public void close() {
    logarithms.values().close();
  }
}
