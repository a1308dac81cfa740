// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The transformer to train.
 *
 * @param base folder of the model from which training starts
 * @param layers number of layers to keep, counted from the first; 0 for all
 * @param pooling pooling of a bi-encoder; the default is the pooling of the base model; if it has
 *     none, the mean, or the last token of a decoder, the only one that attends to the whole text
 * @param queryPrefix prefix of every query and every sentence of a pair; the default is that of the
 *     base model
 * @param passagePrefix prefix of every passage; the default is that of the base model
 * @param maxLength maximum number of tokens of a text, or of two texts encoded together; longer
 *     input is truncated
 * @param dropout fraction of values to drop in training
 * @param words the precision in which the rows of the word embedding are read
 * @param freeze the parameters that are not trained
 * @param frozenLayers number of layers that are not trained, counted from the first; the embeddings
 *     are then not trained either
 * @param gradient which rows of the word embedding a step changes
 */
public record PretrainedModelOptions(
    Path base,
    @Default("0") int layers,
    Optional<PoolingChoice> pooling,
    Optional<String> queryPrefix,
    Optional<String> passagePrefix,
    @Default("128") int maxLength,
    @Default("0.1") double dropout,
    @Default("whole") WordEmbeddingPrecision words,
    @Default("nothing") FrozenPart freeze,
    @Default("0") int frozenLayers,
    @Default("sparse") WordGradient gradient) {
  /** How the vectors of the tokens of a text are combined into one. */
  public enum PoolingChoice {
    /** Mean of all tokens. */
    MEAN,
    /** The vector of the first token. */
    CLS,
    /** The vector of the last token. */
    LAST
  }

  /** The precision in which the rows of the word embedding are read. */
  public enum WordEmbeddingPrecision {
    /** As they are stored. */
    WHOLE,
    /** Rounded to four bits, as in an export of the trained model with a four-bit vocabulary. */
    INT4
  }

  /** Which rows of the word embedding a step changes. */
  public enum WordGradient {
    /**
     * Only those of tokens in the batch, which is faster. An objective that predicts tokens changes
     * all rows nevertheless.
     */
    SPARSE,
    /** All rows: the optimizer also moves those of tokens in earlier batches. */
    DENSE
  }

  /** The parameters that are not trained. */
  public enum FrozenPart {
    NOTHING,
    /** The word embedding. */
    WORDS,
    /** The embeddings of words, positions and segments, with their normalisation. */
    EMBEDDINGS
  }

  public PretrainedModelOptions {
    requireNonNull(base, "base is null");
    RecipeChecks.requireAtLeast("layers", layers, 0);
    RecipeChecks.requireAtLeast("max-length", maxLength, 3);
    RecipeChecks.requireInRange("dropout", dropout, 0, 0.95);
    RecipeChecks.requireAtLeast("frozen-layers", frozenLayers, 0);
  }

  /**
   * Requires that the options leave out what only an encoder of texts has.
   *
   * @param kind the kind of the trained model, for the message
   * @throws IllegalArgumentException if they state a pooling or a prefix
   */
  public void requireNoEncoderOptions(String kind) {
    if (pooling.isPresent() || queryPrefix.isPresent() || passagePrefix.isPresent()) {
      throw new IllegalArgumentException(
          "model.pooling and prefixes are for bi-encoders: " + kind + " has none; remove them");
    }
  }

  /** Returns these options with a pooling for the case that they have none. */
  public PretrainedModelOptions withDefaultPooling(PoolingChoice defaultPooling) {
    return new PretrainedModelOptions(
        base,
        layers,
        pooling.or(() -> Optional.of(defaultPooling)),
        queryPrefix,
        passagePrefix,
        maxLength,
        dropout,
        words,
        freeze,
        frozenLayers,
        gradient);
  }

  /** Returns these options for another folder. */
  public PretrainedModelOptions withBase(Path folder) {
    return new PretrainedModelOptions(
        folder,
        layers,
        pooling,
        queryPrefix,
        passagePrefix,
        maxLength,
        dropout,
        words,
        freeze,
        frozenLayers,
        gradient);
  }

  /**
   * Returns the options for a teacher: all layers, the pooling and prefixes of its own folder, and
   * the maximum length of these options.
   */
  public PretrainedModelOptions forTeacher(Path folder) {
    return new PretrainedModelOptions(
        folder,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        maxLength,
        0,
        WordEmbeddingPrecision.WHOLE,
        FrozenPart.NOTHING,
        0,
        WordGradient.SPARSE);
  }
}
