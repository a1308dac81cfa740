package org.isogloss.neural.head;

import java.util.List;
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
 * Judges a text, or two texts read together, by the vector of the first piece: {@code classifier
 * (tanh(pooler(first)))}, the cross-encoder's head (Devlin et al. 2019; Nogueira and Cho 2019).
 */
public final class SequenceClassificationHead implements Head {
  private static final String POOLER = "pooler.dense";
  private static final String CLASSIFIER = "classifier";

  private final Linear pooler;
  private final Linear classifier;
  private final Dropout dropout;
  private final boolean dropsInput;

  private SequenceClassificationHead(Linear pooler, Linear classifier, Transformer body) {
    this.pooler = pooler;
    this.classifier = classifier;
    this.dropout = body.dropout();
    this.dropsInput = body.config().family() == TransformerConfig.Family.XLM_ROBERTA;
  }

  /**
   * Reads the classifier that a model folder has.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if there is none
   */
  public static SequenceClassificationHead load(ModelFolder folder, Transformer body) {
    int hidden = body.config().hiddenSize();
    return ParameterSource.read(
        folder,
        body,
        0,
        source ->
            new SequenceClassificationHead(
                source.linear(POOLER, hidden, hidden),
                source.linear(CLASSIFIER, source.rows(CLASSIFIER + ".weight"), hidden),
                body));
  }

  /**
   * A new classifier on the pooler that a model folder has, or on a new one where it has none.
   *
   * @param labels how many; 1 for a score
   * @param seed of the new weights
   */
  public static SequenceClassificationHead create(
      ModelFolder folder, Transformer body, int labels, long seed) {
    int hidden = body.config().hiddenSize();
    return ParameterSource.read(
        folder,
        body,
        seed,
        source ->
            new SequenceClassificationHead(
                source.linearOrNew(POOLER, hidden, hidden),
                source.newLinear(CLASSIFIER, labels, hidden),
                body));
  }

  /**
   * What is thought of each text or pair.
   *
   * @param hidden {@code [batch, tokens, hidden]}, of {@link Transformer#forward}
   * @return {@code [batch, labels]}, before any softmax or sigmoid
   */
  public Tensor logits(Tensor hidden) {
    Tensor first = hidden.select(1, 0);
    Tensor pooled = torch.tanh(pooler.apply(dropsInput ? dropout.apply(first) : first));
    return classifier.apply(dropout.apply(pooled));
  }

  /**
   * Cross-entropy with the labels; with one label, binary cross-entropy with what it should be.
   *
   * @param logits {@code [batch, labels]}
   * @param labels int64 {@code [batch]}; with one label floating-point {@code [batch]}, 0 to 1
   * @return one number, the mean over the batch
   */
  public Tensor loss(Tensor logits, Tensor labels) {
    return labels() == 1
        ? torch.binary_cross_entropy_with_logits(logits.squeeze(1), labels)
        : torch.cross_entropy_loss(logits, labels);
  }

  /** How many labels there are. */
  public int labels() {
    return classifier.outputSize();
  }

  @Override
  public List<Parameter> parameters() {
    return Stream.of(pooler, classifier).flatMap(part -> part.parameters().stream()).toList();
  }

  @Override
  public TransformerHead kind() {
    return TransformerHead.CLASSIFICATION;
  }
}
