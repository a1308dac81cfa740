// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;

/**
 * Predicts where in a passage the answer to a question starts and ends (Devlin et al. 2019, 4.2).
 */
public final class AnswerSpanHead implements Head {
  private static final String OUTPUTS = "qa_outputs";
  private static final int START_AND_END = 2;

  private final Linear outputs;

  private AnswerSpanHead(Linear outputs) {
    this.outputs = outputs;
  }

  /**
   * Reads the head of a model folder.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder has no such head
   */
  public static AnswerSpanHead load(ModelFolder folder, Transformer body) {
    return ParameterSource.read(
        folder,
        body,
        0,
        source ->
            new AnswerSpanHead(
                source.linear(OUTPUTS, START_AND_END, body.architecture().hiddenSize())));
  }

  /**
   * Creates a new head.
   *
   * @param seed seed of the new weights
   * @throws org.isogloss.core.IsoglossException if the model is of neither the BERT nor the
   *     XLM-RoBERTa family
   */
  public static AnswerSpanHead create(ModelFolder folder, Transformer body, long seed) {
    body.familyConfig("readers of answers");
    return ParameterSource.read(
        folder,
        body,
        seed,
        source ->
            new AnswerSpanHead(
                source.newLinear(OUTPUTS, START_AND_END, body.architecture().hiddenSize())));
  }

  /**
   * Returns the logits of each token as the first and as the last token of the answer.
   *
   * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
   * @param batch the batch, which contains the padding mask
   * @return {@code [2, batch, tokens]}: starts, then ends; minus infinity for padding
   */
  public Tensor logits(Tensor hidden, TokenBatch batch) {
    Tensor both = outputs.apply(hidden).permute(2, 0, 1);
    return batch.isPadded()
        ? both.masked_fill(batch.mask().logical_not(), new Scalar(Float.NEGATIVE_INFINITY))
        : both;
  }

  /**
   * Computes the cross-entropy with the position of the answer.
   *
   * @param logits {@code [2, batch, tokens]}
   * @param starts int64 {@code [batch]}: the first token of the answer, or 0, the first token of
   *     the text, if there is no answer
   * @param ends int64 {@code [batch]}: the last token of the answer
   * @return a scalar, the mean over starts and ends and over the batch
   */
  public Tensor loss(Tensor logits, Tensor starts, Tensor ends) {
    return torch
        .cross_entropy_loss(logits.select(0, 0), starts)
        .add(torch.cross_entropy_loss(logits.select(0, 1), ends))
        .mul(new Scalar(0.5));
  }

  @Override
  public List<Parameter> parameters() {
    return outputs.parameters();
  }

  @Override
  public TransformerHead kind() {
    return TransformerHead.ANSWER_SPAN;
  }
}
