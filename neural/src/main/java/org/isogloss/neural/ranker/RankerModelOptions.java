// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The trained transformer.
 *
 * @param base folder of the base model
 * @param layers number of its first layers that are used; 0 for all
 * @param pooling pooling of a bi-encoder; by default that of the folder, or the mean
 * @param queryPrefix prefix of every query and every sentence of a pair; by default that of the
 *     folder
 * @param passagePrefix prefix of every passage; by default that of the folder
 * @param maxLength maximum number of tokens of a text, or of a pair that is read together
 * @param dropout dropout probability in training
 * @param words quantisation of the word embedding
 * @param freeze frozen embeddings
 * @param frozenLayers number of first layers that are frozen, with the embeddings
 */
public record RankerModelOptions(
    Path base,
    @Default("0") int layers,
    Optional<PoolingChoice> pooling,
    Optional<String> queryPrefix,
    Optional<String> passagePrefix,
    @Default("128") int maxLength,
    @Default("0.1") double dropout,
    @Default("whole") WordEmbeddingPrecision words,
    @Default("nothing") FrozenPart freeze,
    @Default("0") int frozenLayers) {
  /** Pooling of token vectors into the vector of a text. */
  public enum PoolingChoice {
    /** Mean of all tokens. */
    MEAN,
    /** First token. */
    CLS
  }

  /** Quantisation of the word embedding in training. */
  public enum WordEmbeddingPrecision {
    /** None. */
    WHOLE,
    /** The quantisation of an export with a four-bit vocabulary. */
    INT4
  }

  /** Embeddings that training does not change. */
  public enum FrozenPart {
    NOTHING,
    /** The word embedding. */
    WORDS,
    /** The word, position and segment embeddings, with their normalisation. */
    EMBEDDINGS
  }

  public RankerModelOptions {
    requireNonNull(base, "base is null");
    RecipeChecks.requireAtLeast("layers", layers, 0);
    RecipeChecks.requireAtLeast("max-length", maxLength, 3);
    RecipeChecks.requireInRange("dropout", dropout, 0, 0.95);
    RecipeChecks.requireAtLeast("frozen-layers", frozenLayers, 0);
  }

  /** Returns the options with a pooling if they state none. */
  public RankerModelOptions withDefaultPooling(PoolingChoice defaultPooling) {
    return new RankerModelOptions(
        base,
        layers,
        pooling.or(() -> Optional.of(defaultPooling)),
        queryPrefix,
        passagePrefix,
        maxLength,
        dropout,
        words,
        freeze,
        frozenLayers);
  }

  /**
   * Returns the options of a teacher: all layers, its own pooling and prefixes, the same maximum
   * length.
   */
  public RankerModelOptions forTeacher(Path folder) {
    return new RankerModelOptions(
        folder,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        maxLength,
        0,
        WordEmbeddingPrecision.WHOLE,
        FrozenPart.NOTHING,
        0);
  }
}
