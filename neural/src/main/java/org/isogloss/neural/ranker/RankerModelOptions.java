package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Which transformer is trained.
 *
 * @param base folder of the model that training starts from
 * @param layers how many of its layers are kept, from the first on; 0 for all
 * @param pooling of a bi-encoder; the folder's own where nobody says, or the mean
 * @param queryPrefix goes before every query and every sentence of a pair; the folder's own where
 *     nobody says
 * @param passagePrefix goes before every passage; the folder's own where nobody says
 * @param maxLength pieces of a text, or of two read together, behind these are left out
 * @param dropout share of values dropped in training
 * @param words how the rows of words are read
 * @param freeze what stays as it is
 * @param frozenLayers how many layers stay as they are, from the first on; the embeddings then do
 *     too
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
  /** How the vectors of a text's pieces become one. */
  public enum PoolingChoice {
    /** Their mean. */
    MEAN,
    /** The first one's. */
    CLS
  }

  /** How the rows of words are read. */
  public enum WordEmbeddingPrecision {
    /** As they are kept. */
    WHOLE,
    /** As they will be when the trained model is exported with a vocabulary of four bits. */
    INT4
  }

  /** What training leaves as it is. */
  public enum FrozenPart {
    NOTHING,
    /** The word embedding. */
    WORDS,
    /** The embeddings of words, places and segments, with their normalisation. */
    EMBEDDINGS
  }

  public RankerModelOptions {
    requireNonNull(base, "base is null");
    RecipeChecks.requireAtLeast("layers", layers, 0);
    RecipeChecks.requireAtLeast("max-length", maxLength, 3);
    RecipeChecks.requireInRange("dropout", dropout, 0, 0.95);
    RecipeChecks.requireAtLeast("frozen-layers", frozenLayers, 0);
  }

  /** The same, with a pooling of its own where it says none. */
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

  /** How a teacher is opened: whole, with its own pooling and prefixes, as long as this one. */
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
