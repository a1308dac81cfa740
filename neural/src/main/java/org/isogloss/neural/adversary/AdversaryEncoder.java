// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;

/**
 * Computes the vectors that the discriminator reads.
 *
 * @param transformer the transformer that is trained
 * @param head pools the vector of a text
 * @param bf16 whether matrix products are computed in bfloat16
 * @param chunk number of texts that are encoded together
 */
record AdversaryEncoder(Transformer transformer, PoolingHead head, boolean bf16, int chunk) {
  /**
   * Vectors and their languages.
   *
   * @param vectors {@code [n, hidden]}
   * @param source bool {@code [n]}: whether a vector is of the source language
   */
  record Vectors(Tensor vectors, Tensor source) {}

  /**
   * Encodes texts.
   *
   * @param examples texts, one or more of each side
   * @param differentiated number of layers, from the top, into which gradients flow
   */
  Vectors encode(List<AdversaryExample> examples, int differentiated) {
    LengthSortedChunks chunks =
        LengthSortedChunks.of(examples.stream().map(AdversaryExample::text).toList(), chunk);
    TensorVector vectors = new TensorVector();
    boolean[] source = new boolean[vectorCount(examples)];
    int at = 0;
    for (int number = 0; number < chunks.chunkCount(); number++) {
      int from = number * chunk;
      List<AdversaryExample> texts =
          IntStream.range(from, Math.min(examples.size(), from + chunk))
              .mapToObj(i -> examples.get(chunks.order()[i]))
              .toList();
      vectors.push_back(vectors(texts, differentiated));
      for (AdversaryExample example : texts) {
        int count = vectorCount(List.of(example));
        Arrays.fill(source, at, at + count, example.source());
        at += count;
      }
    }
    return new Vectors(
        torch.cat(vectors, 0),
        Tensor.create(source, source.length).to(transformer.device(), torch.ScalarType.Bool));
  }

  private static int vectorCount(List<AdversaryExample> examples) {
    return examples.stream().mapToInt(example -> Math.max(1, example.positions().length)).sum();
  }

  private Tensor vectors(List<AdversaryExample> texts, int differentiated) {
    TokenBatch batch = transformer.batch(texts.stream().map(AdversaryExample::text).toList());
    Tensor hidden =
        Autocast.compute(
            bf16, transformer.device(), () -> transformer.forward(batch, differentiated));
    if (texts.getFirst().positions().length == 0) {
      return head.pooled(hidden, batch);
    }
    long[] rows = new long[vectorCount(texts)];
    int at = 0;
    for (int row = 0; row < texts.size(); row++) {
      for (int position : texts.get(row).positions()) {
        rows[at++] = (long) row * batch.tokens() + position;
      }
    }
    return hidden
        .flatten(0, 1)
        .index_select(0, Tensor.create(rows).to(transformer.device(), torch.ScalarType.Long));
  }
}
