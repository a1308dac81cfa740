package org.isogloss.neural.crossencoder;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/** A transformer that reads a query and a passage together and gives one score. */
final class CrossEncoder {
  private final Transformer transformer;
  private final SequenceClassificationHead head;
  private final boolean bf16;
  private final int chunk;

  /**
   * A scorer.
   *
   * @param head of one label
   * @param bf16 whether matrix products are computed in brain floating point
   * @param chunk how many pairs are read together
   */
  CrossEncoder(Transformer transformer, SequenceClassificationHead head, boolean bf16, int chunk) {
    this.transformer = requireNonNull(transformer, "transformer is null");
    this.head = requireNonNull(head, "head is null");
    this.bf16 = bf16;
    this.chunk = chunk;
    if (head.labels() != 1) {
      throw new IllegalArgumentException(head.labels() + " labels, expected 1: the score");
    }
  }

  Transformer transformer() {
    return transformer;
  }

  SequenceClassificationHead head() {
    return head;
  }

  /** The scores of pairs, {@code [pairs]}, before any sigmoid; gradients flow through them. */
  Tensor scores(List<Encoding> pairs) {
    LengthSortedChunks chunks = LengthSortedChunks.of(pairs, chunk);
    TensorVector all = new TensorVector();
    for (int i = 0; i < chunks.chunkCount(); i++) {
      all.push_back(scores(chunks, i));
    }
    return torch
        .cat(all, 0)
        .index_select(0, chunks.positions().to(transformer.device(), torch.ScalarType.Long));
  }

  private Tensor scores(LengthSortedChunks chunks, int number) {
    Optional<Autocast> cast =
        bf16 ? Optional.of(Autocast.bfloat16(transformer.device())) : Optional.empty();
    try {
      Tensor hidden = transformer.forward(transformer.batch(chunks.chunk(number)));
      return head.logits(hidden).squeeze(1).to(torch.ScalarType.Float);
    } finally {
      cast.ifPresent(Autocast::close);
    }
  }

  /** The scores of pairs as numbers. */
  // Scopes and guards are there while their blocks run.
  @SuppressWarnings("try")
  float[] scoreArray(List<Encoding> pairs) {
    LengthSortedChunks plan = LengthSortedChunks.of(pairs, chunk);
    float[] scores = new float[pairs.size()];
    for (int i = 0; i < plan.chunkCount(); i++) {
      try (PointerScope scope = new PointerScope();
          NoGradGuard guard = new NoGradGuard()) {
        float[] some = Tensors.toArray(scores(plan, i).cpu());
        for (int j = 0; j < some.length; j++) {
          scores[plan.order()[i * chunk + j]] = some[j];
        }
      }
    }
    return scores;
  }
}
