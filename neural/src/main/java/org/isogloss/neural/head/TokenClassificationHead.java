// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.transformer.Dropout;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;

/** Assigns a label to each token of a text. */
public final class TokenClassificationHead implements Head {
  /** The label of a token that {@link #loss} ignores. */
  public static final long IGNORED = -100;

  private static final String CLASSIFIER = "classifier";

  private final Linear classifier;
  private final Dropout dropout;

  private TokenClassificationHead(Linear classifier, Transformer body) {
    this.classifier = classifier;
    this.dropout = body.dropout();
  }

  /**
   * Reads the classifier of a model folder.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder has no such head
   */
  public static TokenClassificationHead load(ModelFolder folder, Transformer body) {
    return ParameterSource.read(
        folder,
        body,
        0,
        source ->
            new TokenClassificationHead(
                source.linear(
                    CLASSIFIER,
                    source.rows(CLASSIFIER + ".weight"),
                    body.architecture().hiddenSize()),
                body));
  }

  /**
   * Creates a new classifier.
   *
   * @param labels number of labels
   * @param seed seed of the new weights
   * @throws org.isogloss.core.IsoglossException if the model is of neither the BERT nor the
   *     XLM-RoBERTa family
   */
  public static TokenClassificationHead create(
      ModelFolder folder, Transformer body, int labels, long seed) {
    body.familyConfig("taggers");
    return ParameterSource.read(
        folder,
        body,
        seed,
        source ->
            new TokenClassificationHead(
                source.newLinear(CLASSIFIER, labels, body.architecture().hiddenSize()), body));
  }

  /**
   * Returns the logits of each token.
   *
   * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
   * @return {@code [batch, tokens, labels]}, before any softmax
   */
  public Tensor logits(Tensor hidden) {
    return classifier.apply(dropout.apply(hidden));
  }

  /**
   * Computes the cross-entropy with the labels.
   *
   * @param logits {@code [batch, tokens, labels]}
   * @param labels int64 {@code [batch, tokens]}; {@link #IGNORED} for ignored tokens
   * @return a scalar, the mean over the tokens that are not ignored
   */
  public Tensor loss(Tensor logits, Tensor labels) {
    return torch.cross_entropy_loss(logits.view(-1, labels()), labels.view(-1));
  }

  /** Returns the number of labels. */
  public int labels() {
    return classifier.outputSize();
  }

  @Override
  public List<Parameter> parameters() {
    return classifier.parameters();
  }

  @Override
  public TransformerHead kind() {
    return TransformerHead.TOKEN_CLASSIFICATION;
  }
}
