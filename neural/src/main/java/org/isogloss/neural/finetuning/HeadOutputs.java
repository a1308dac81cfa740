// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/**
 * Computes the outputs of a head for any number of inputs, without gradients.
 *
 * @param transformer the transformer below the head
 * @param bf16 whether matrix products are computed in bfloat16
 * @param logits the head
 */
public record HeadOutputs(Transformer transformer, boolean bf16, Logits logits) {
  /** Number of inputs that are computed together. */
  private static final int CHUNK = 32;

  /** Computes the logits of a head. */
  @FunctionalInterface
  public interface Logits {
    /**
     * Returns the logits, one row for each input: {@code [batch, ...]}.
     *
     * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
     * @param batch the inputs
     */
    Tensor of(Tensor hidden, TokenBatch batch);
  }

  public HeadOutputs {
    requireNonNull(transformer, "transformer is null");
    requireNonNull(logits, "logits is null");
  }

  /**
   * Returns the logits of each input. The row of a head that has logits for each token includes
   * those of padding, as far as the longest input that was computed together with it.
   */
  // Scopes and guards take effect by being open.
  @SuppressWarnings("try")
  public List<float[]> of(List<Encoding> inputs) {
    LengthSortedChunks chunks = LengthSortedChunks.of(inputs, CHUNK);
    float[][] rows = new float[inputs.size()][];
    for (int i = 0; i < chunks.chunkCount(); i++) {
      try (PointerScope scope = new PointerScope();
          NoGradGuard guard = new NoGradGuard()) {
        List<Encoding> chunk = chunks.chunk(i);
        float[] values = Tensors.toArray(compute(chunk).cpu());
        int width = values.length / chunk.size();
        for (int row = 0; row < chunk.size(); row++) {
          rows[chunks.order()[i * CHUNK + row]] =
              Arrays.copyOfRange(values, row * width, (row + 1) * width);
        }
      }
    }
    return List.of(rows);
  }

  private Tensor compute(List<Encoding> inputs) {
    TokenBatch batch = transformer.batch(inputs);
    return Autocast.compute(
        bf16,
        transformer.device(),
        () -> logits.of(transformer.forward(batch), batch).to(torch.ScalarType.Float));
  }
}
