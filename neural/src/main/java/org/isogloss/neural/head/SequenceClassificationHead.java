// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.head;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.transformer.Dropout;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;
import org.isogloss.neural.transformer.Transformer;

/**
 * Classifies a text, or two texts that are encoded together, by the vector of the first token:
 * {@code classifier(tanh(pooler(first)))}, the head of cross-encoders (Devlin et al. 2019; Nogueira
 * and Cho 2019), or, without a pooler, {@code classifier(first)}.
 */
public final class SequenceClassificationHead implements Head {
  private static final String POOLER = "pooler.dense";
  private static final String CLASSIFIER = "classifier";

  private final Optional<Linear> pooler;
  private final Linear classifier;
  private final Dropout dropout;
  private final boolean appliesInputDropout;

  private SequenceClassificationHead(Optional<Linear> pooler, Linear classifier, Transformer body) {
    this.pooler = pooler;
    this.classifier = classifier;
    this.dropout = body.dropout();
    this.appliesInputDropout =
        body.familyConfig("classifiers of texts").family() == TransformerConfig.Family.XLM_ROBERTA;
  }

  /**
   * Reads the classifier of a model folder.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the folder has no such head
   */
  public static SequenceClassificationHead load(ModelFolder folder, Transformer body) {
    int hidden = body.architecture().hiddenSize();
    return ParameterSource.read(
        folder,
        body,
        0,
        source ->
            new SequenceClassificationHead(
                folder.head() == TransformerHead.LINEAR_CLASSIFICATION
                    ? Optional.empty()
                    : Optional.of(source.linear(POOLER, hidden, hidden)),
                source.linear(CLASSIFIER, source.rows(CLASSIFIER + ".weight"), hidden),
                body));
  }

  /**
   * Creates a new classifier on the pooler of a model folder, or on a new pooler if it has none.
   *
   * @param labels number of labels; 1 for a score
   * @param seed seed of the new weights
   */
  public static SequenceClassificationHead create(
      ModelFolder folder, Transformer body, int labels, long seed) {
    int hidden = body.architecture().hiddenSize();
    return ParameterSource.read(
        folder,
        body,
        seed,
        source ->
            new SequenceClassificationHead(
                Optional.of(source.linearOrNew(POOLER, hidden, hidden)),
                source.newLinear(CLASSIFIER, labels, hidden),
                body));
  }

  /**
   * Creates a new classifier without a pooler: one layer on the vector of the first token.
   *
   * @param labels number of labels; 1 for a score
   * @param seed seed of the new weights
   */
  public static SequenceClassificationHead createLinear(
      ModelFolder folder, Transformer body, int labels, long seed) {
    int hidden = body.architecture().hiddenSize();
    return ParameterSource.read(
        folder,
        body,
        seed,
        source ->
            new SequenceClassificationHead(
                Optional.empty(), source.newLinear(CLASSIFIER, labels, hidden), body));
  }

  /**
   * Returns the logits of each text or pair.
   *
   * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
   * @return {@code [batch, labels]}, before any softmax or sigmoid
   */
  public Tensor logits(Tensor hidden) {
    Tensor first = hidden.select(1, 0);
    return classifier.apply(
        dropout.apply(pooler.map(layer -> torch.tanh(pool(layer, first))).orElse(first)));
  }

  private Tensor pool(Linear layer, Tensor first) {
    return layer.apply(appliesInputDropout ? dropout.apply(first) : first);
  }

  /**
   * Computes the cross-entropy with the labels; with one label, the binary cross-entropy with a
   * target.
   *
   * @param logits {@code [batch, labels]}
   * @param labels int64 {@code [batch]}; with one label, floating-point targets {@code [batch]}
   *     from 0 to 1
   * @return a scalar, the mean over the batch
   */
  public Tensor loss(Tensor logits, Tensor labels) {
    return labels() == 1
        ? torch.binary_cross_entropy_with_logits(logits.squeeze(1), labels)
        : torch.cross_entropy_loss(logits, labels);
  }

  /** Returns the number of labels. */
  public int labels() {
    return classifier.outputSize();
  }

  @Override
  public List<Parameter> parameters() {
    return Stream.concat(pooler.stream(), Stream.of(classifier))
        .flatMap(part -> part.parameters().stream())
        .toList();
  }

  @Override
  public TransformerHead kind() {
    return pooler.isPresent()
        ? TransformerHead.CLASSIFICATION
        : TransformerHead.LINEAR_CLASSIFICATION;
  }
}
