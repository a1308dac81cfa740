// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.Language;
import org.isogloss.core.io.Checksums;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * The statistics that late interaction needs in addition to the token vectors: the importance of
 * each token, the mean vector of each language and the similarity of translations. They are stored
 * in a model folder as {@value #FILE}, whose format is in docs/reference/model-folder.md. Token
 * vectors can be projected by a {@link TokenProjection}; the means then have its dimension.
 */
public final class LateInteractionTables {
  /** The name of the file in a model folder. */
  public static final String FILE = "interaction.safetensors";

  /**
   * Score of a query and an unrelated passage, if the tables of a model do not state it. {@code
   * docs/results/reranker.md} reports how it was chosen.
   */
  public static final double DEFAULT_UNRELATED_SCORE = 0.2;

  private final float[] importance;
  private final SortedMap<String, LanguageStatistics> languages;
  private final LanguageStatistics unknownLanguage;
  private final double unrelatedScore;
  private final Optional<TokenProjection> projection;
  private final TokenVectorStorage storage;

  /**
   * The statistics of one language.
   *
   * @param meanVector mean of the vectors of its tokens, {@code [dimension]}
   * @param pivotSimilarity similarity of a sentence in this language and its translation into the
   *     pivot language, in (0, 1]; 1 for the pivot language itself
   */
  public record LanguageStatistics(float[] meanVector, float pivotSimilarity) {
    public LanguageStatistics {
      for (float value : requireNonNull(meanVector, "meanVector is null")) {
        requireMagnitude("a mean", value, -WeightValidator.MAX_MAGNITUDE);
      }
      if (!(pivotSimilarity > 0 && pivotSimilarity <= 1)) {
        throw new IllegalArgumentException(
            "closeness is " + pivotSimilarity + ", expected more than 0 and at most 1");
      }
    }
  }

  /**
   * A change of the scores of a query and passages in one language, which compensates that
   * translations are less similar than texts in one language.
   *
   * @param factor at least 1
   * @param offset at most 0
   */
  public record Compensation(float factor, float offset) {
    /** Returns the score that a passage in the query language would have. */
    public float apply(float score) {
      return factor * score + offset;
    }
  }

  /**
   * Creates the tables.
   *
   * @param importance importance of each token, by token id, at least 0
   * @param languages statistics by language code, at least one; all mean vectors have the same
   *     length
   */
  public LateInteractionTables(float[] importance, Map<String, LanguageStatistics> languages) {
    this(
        importance,
        languages,
        DEFAULT_UNRELATED_SCORE,
        Optional.empty(),
        TokenVectorStorage.DEFAULT);
  }

  LateInteractionTables(
      float[] importance,
      Map<String, LanguageStatistics> languages,
      double unrelatedScore,
      Optional<TokenProjection> projection,
      TokenVectorStorage storage) {
    this(
        importance,
        languages,
        average(List.copyOf(new TreeMap<>(languages).values())),
        unrelatedScore,
        projection,
        storage);
  }

  private LateInteractionTables(
      float[] importance,
      Map<String, LanguageStatistics> languages,
      LanguageStatistics unknownLanguage,
      double unrelatedScore,
      Optional<TokenProjection> projection,
      TokenVectorStorage storage) {
    if (!(unrelatedScore >= 0 && unrelatedScore < 1)) {
      throw new IllegalArgumentException(
          "the score of unrelated passages is "
              + unrelatedScore
              + ", expected at least 0 and less than 1");
    }
    int dimension = unknownLanguage.meanVector.length;
    if (projection.isPresent() && projection.get().dimension() != dimension) {
      throw new IllegalArgumentException(
          "the projection has "
              + projection.get().dimension()
              + " dimensions, expected "
              + dimension
              + " as in the means");
    }
    this.unrelatedScore = unrelatedScore;
    this.projection = projection;
    this.storage = storage;
    for (float value : requireNonNull(importance, "importance is null")) {
      requireMagnitude("an importance", value, 0);
    }
    this.importance = importance;
    this.languages = new TreeMap<>(languages);
    this.unknownLanguage = unknownLanguage;
  }

  /**
   * Returns tables without an effect, for a model that was trained for late interaction: all tokens
   * are equally important, and no language differs from others.
   *
   * @param dimension dimension of a token vector
   */
  public static LateInteractionTables neutral(int vocabularySize, int dimension) {
    float[] importance = new float[vocabularySize];
    Arrays.fill(importance, 1);
    return new LateInteractionTables(
        importance,
        Map.of(),
        new LanguageStatistics(new float[dimension], 1),
        DEFAULT_UNRELATED_SCORE,
        Optional.empty(),
        TokenVectorStorage.DEFAULT);
  }

  private static void requireMagnitude(String what, float value, float min) {
    if (!(value >= min && value <= WeightValidator.MAX_MAGNITUDE)) {
      throw new IllegalArgumentException(
          what
              + " holds "
              + value
              + ", expected numbers from "
              + min
              + " to "
              + WeightValidator.MAX_MAGNITUDE);
    }
  }

  private static LanguageStatistics average(List<LanguageStatistics> languages) {
    if (languages.isEmpty()) {
      throw new IllegalArgumentException("the tables contain no language");
    }
    float[] mean = new float[languages.getFirst().meanVector.length];
    float closeness = 0;
    for (LanguageStatistics statistics : languages) {
      if (statistics.meanVector.length != mean.length) {
        throw new IllegalArgumentException(
            "means have " + mean.length + " and " + statistics.meanVector.length + " dimensions");
      }
      for (int i = 0; i < mean.length; i++) {
        mean[i] += statistics.meanVector[i] / languages.size();
      }
      closeness += statistics.pivotSimilarity / languages.size();
    }
    return new LanguageStatistics(mean, Math.min(1, closeness));
  }

  /** Returns the importance of a token in a query, at least 0. */
  public float importance(int token) {
    return importance[token];
  }

  /** Returns the number of dimensions of the vectors that are compared. */
  public int dimension() {
    return unknownLanguage.meanVector.length;
  }

  /** Returns the number of tokens in the vocabulary. */
  public int vocabularySize() {
    return importance.length;
  }

  /**
   * Returns the statistics of a language, or the average over all languages if the language is not
   * in the tables.
   */
  public LanguageStatistics statistics(Language language) {
    return languages.getOrDefault(language.code(), unknownLanguage);
  }

  /**
   * Returns the similarity of a sentence in one language and its translation into another, in (0,
   * 1]: the smaller of the two languages' similarities to the pivot language, or 1 if the languages
   * are the same.
   */
  public float translationSimilarity(Language first, Language second) {
    boolean same = first.code().equals(second.code()) && languages.containsKey(first.code());
    return same
        ? 1
        : Math.min(statistics(first).pivotSimilarity, statistics(second).pivotSimilarity);
  }

  /**
   * Returns tables with another score of unrelated passages.
   *
   * @param score at least 0 and less than 1
   */
  public LateInteractionTables withUnrelatedScore(double score) {
    return new LateInteractionTables(
        importance, languages, unknownLanguage, score, projection, storage);
  }

  /**
   * Returns the tables of vectors that a projection maps, with means that it has mapped. The
   * similarities of translations stay those of the vectors as they were.
   *
   * @param projection of vectors with the dimension of these tables, which have no projection
   * @param bits bits per dimension of the stored vectors of passages: 1, 2 or 4
   */
  public LateInteractionTables projectedBy(TokenProjection projection, int bits) {
    if (this.projection.isPresent() || projection.hidden() != dimension()) {
      throw new IllegalArgumentException(
          "the projection is of "
              + projection.hidden()
              + " dimensions, expected "
              + dimension()
              + " and tables without a projection");
    }
    Map<String, LanguageStatistics> projected = new HashMap<>();
    languages.forEach(
        (code, statistics) -> {
          float[] mean = new float[projection.dimension()];
          projection.apply(statistics.meanVector, 0, mean, 0);
          projected.put(code, new LanguageStatistics(mean, statistics.pivotSimilarity));
        });
    return new LateInteractionTables(
        importance, projected, unrelatedScore, Optional.of(projection), storage.withBits(bits));
  }

  /** Returns tables of the same vectors as others, with their projection and storage. */
  public LateInteractionTables withVectorsOf(LateInteractionTables other) {
    return new LateInteractionTables(
        importance, languages, unknownLanguage, unrelatedScore, other.projection, other.storage);
  }

  /**
   * Returns tables of vectors that tokens share.
   *
   * @param count mean number of tokens that share a vector, from 1 to {@value
   *     TokenVectorStorage#MAX_TOKENS_PER_VECTOR}
   */
  public LateInteractionTables withTokensPerVector(int count) {
    return new LateInteractionTables(
        importance,
        languages,
        unknownLanguage,
        unrelatedScore,
        projection,
        new TokenVectorStorage(storage.bits(), count));
  }

  /**
   * Returns what maps the states of tokens before the mean of their language is subtracted; empty
   * if the vectors of the model are compared as they are.
   */
  public Optional<TokenProjection> projection() {
    return projection;
  }

  /** Returns how the token vectors of passages are stored. */
  public TokenVectorStorage storage() {
    return storage;
  }

  /** Returns the score of a query and an unrelated passage, whatever their languages. */
  public double unrelatedScore() {
    return unrelatedScore;
  }

  /**
   * Returns the compensation of the scores of a query and passages: what exceeds the score {@code
   * u} of unrelated passages is divided by the {@link #translationSimilarity}, {@code u + (s - u) /
   * c}.
   */
  public Compensation compensation(Language query, Language passage) {
    double factor = 1 / (double) translationSimilarity(query, passage);
    return new Compensation((float) factor, (float) (unrelatedScore * (1 - factor)));
  }

  /** Returns the codes of the languages in the tables. */
  public List<String> languages() {
    return List.copyOf(languages.keySet());
  }

  /**
   * Returns a checksum of the projection, of the mean vectors, and of a description of the vectors
   * that are projected and from which the means are subtracted.
   *
   * @return SHA-256, 64 lower-case hexadecimal digits
   */
  public String fingerprint(String vectors) {
    MessageDigest digest = Checksums.sha256();
    digest.update(vectors.getBytes(StandardCharsets.UTF_8));
    languages.forEach(
        (code, statistics) -> {
          digest.update(("\n" + code + "\n").getBytes(StandardCharsets.UTF_8));
          digest.update(bytes(statistics.meanVector));
        });
    projection.ifPresent(map -> digest.update(bytes(map.matrix())));
    return Checksums.hex(digest);
  }

  private static ByteBuffer bytes(float[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
    return bytes;
  }

  /**
   * Returns whether a model folder contains tables, that is, whether it supports late interaction.
   */
  public static boolean existsIn(ModelFolder model) {
    return model.findFile(FILE).isPresent();
  }

  /**
   * Reads the tables of a model folder.
   *
   * @return empty if the folder contains none
   * @throws ModelFormatException if they are damaged or belong to another model
   */
  public static Optional<LateInteractionTables> find(ModelFolder model) {
    return model.findFile(FILE).map(file -> LateInteractionFile.read(file, model));
  }

  /** Writes the tables into a model folder. */
  public void write(Path folder) {
    LateInteractionFile.write(this, folder.resolve(FILE));
  }

  /** The importance of each token, by token id. */
  float[] importance() {
    return importance;
  }

  /** The statistics of each language by its code; at least one language. */
  SortedMap<String, LanguageStatistics> statistics() {
    return languages;
  }
}
