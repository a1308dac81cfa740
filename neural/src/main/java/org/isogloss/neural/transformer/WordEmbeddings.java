// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static java.util.Objects.requireNonNull;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.neural.torch.TensorMemory;
import org.isogloss.neural.torch.Tensors;

/** The word embedding of a transformer: vectors of tokens without context. */
public final class WordEmbeddings {
  /** Lower limit of the norm of a vector. */
  private static final double MIN_NORM = 1e-12;

  private final EmbeddingLayer embeddings;

  /** Creates a view of the word embedding of a transformer, which changes during training. */
  public WordEmbeddings(Transformer transformer) {
    this.embeddings = requireNonNull(transformer, "transformer is null").embeddings();
  }

  /** Returns the number of tokens. */
  public int vocabularySize() {
    return Math.toIntExact(embeddings.wordEmbeddings().values().size(0));
  }

  /**
   * Returns the vectors of tokens, differentiable in the word embedding.
   *
   * @param ids token ids, int64, of any shape
   * @return {@code [.., hidden]}
   */
  public Tensor lookup(Tensor ids) {
    return embeddings.lookup(ids);
  }

  /**
   * Returns the similarity of vectors to all tokens, without a graph.
   *
   * @param queries {@code [n, hidden]}
   * @return cosines {@code [n, vocabulary]}
   */
  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  public Tensor similarities(Tensor queries) {
    return TensorMemory.freeingIntermediates(
        () -> {
          try (NoGradGuard guard = new NoGradGuard()) {
            Tensor all = embeddings.vocabularyMatrix();
            Tensor unit = queries.div(norms(queries).unsqueeze(1)).to(all.scalar_type());
            return unit.matmul(all.t()).div_(norms(all).unsqueeze(0));
          }
        });
  }

  /** Returns the Euclidean norms of the vectors of all tokens, {@code [vocabulary]}. */
  // The scope frees the tensors that are created inside it, the guard acts while it is open.
  @SuppressWarnings("try")
  public float[] norms() {
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      return Tensors.toArray(norms(embeddings.vocabularyMatrix()).to(ScalarType.Float));
    }
  }

  private static Tensor norms(Tensor vectors) {
    return vectors.norm(new ScalarOptional(new Scalar(2.0)), 1).clamp_min_(new Scalar(MIN_NORM));
  }
}
