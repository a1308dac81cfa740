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

/** Says where in a passage the answer to a question starts and ends (Devlin et al. 2019, 4.2). */
public final class AnswerSpanHead implements Head {
  private static final String OUTPUTS = "qa_outputs";
  private static final int START_AND_END = 2;

  private final Linear outputs;

  private AnswerSpanHead(Linear outputs) {
    this.outputs = outputs;
  }

  /**
   * Reads the head that a model folder has.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if there is none
   */
  public static AnswerSpanHead load(ModelFolder folder, Transformer body) {
    return ParameterSource.read(
        folder,
        body,
        0,
        source ->
            new AnswerSpanHead(source.linear(OUTPUTS, START_AND_END, body.config().hiddenSize())));
  }

  /**
   * A new head.
   *
   * @param seed of the new weights
   */
  public static AnswerSpanHead create(ModelFolder folder, Transformer body, long seed) {
    return ParameterSource.read(
        folder,
        body,
        seed,
        source ->
            new AnswerSpanHead(
                source.newLinear(OUTPUTS, START_AND_END, body.config().hiddenSize())));
  }

  /**
   * How much speaks for each piece as the answer's first and as its last.
   *
   * @param hidden {@code [batch, tokens, hidden]}, of {@link Transformer#forward}
   * @return {@code [2, batch, tokens]}: starts, then ends; minus infinity where a row is filled up
   */
  public Tensor logits(Tensor hidden, TokenBatch batch) {
    Tensor both = outputs.apply(hidden).permute(2, 0, 1);
    return batch.isPadded()
        ? both.masked_fill(batch.mask().logical_not(), new Scalar(Float.NEGATIVE_INFINITY))
        : both;
  }

  /**
   * Cross-entropy with where the answer is.
   *
   * @param logits {@code [2, batch, tokens]}
   * @param starts int64 {@code [batch]}: the answer's first piece; 0, the first of all, where there
   *     is no answer
   * @param ends int64 {@code [batch]}: its last piece
   * @return one number, the mean over both and over the batch
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
