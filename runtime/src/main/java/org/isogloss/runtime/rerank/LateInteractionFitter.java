// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.LateInteractionTables.LanguageStatistics;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.Tokenizer;

/**
 * Computes the tables that {@link LateInteractionScorer} needs in addition to a transformer, from
 * sentences and their translations; neither the transformer nor its projection, if it has one, is
 * changed.
 *
 * <ul>
 *   <li>The importance of a token is its inverse document frequency, {@code -ln max_l n_l / (N_l +
 *       1000)} where {@code n_l} of the {@code N_l} sentences in language {@code l} contain it: a
 *       token that is frequent in one language carries little information, however rare it is in
 *       the others.
 *   <li>The mean vector of a language is the mean of all token vectors of a sample of sentences.
 *   <li>The pivot similarity of a language is the sum of the late interaction scores between
 *       sentences in the pivot language and their translations, in both directions, divided by the
 *       sum of their scores with themselves.
 * </ul>
 */
public final class LateInteractionFitter implements AutoCloseable {
  /** Number of added sentences without the token, which smooths estimates from few sentences. */
  private static final int SMOOTHING_COUNT = 1000;

  /** The minimum share of sentences that contain a token. */
  private static final double MIN_SENTENCE_SHARE = 1.0 / 6000;

  /** The tables that the model had, whose projection and storage do not change. */
  private final Optional<LateInteractionTables> former;

  private final TokenEncoder encoder;
  private final Tokenizer tokenizer;
  private final int vocabularySize;
  private final int hidden;

  /**
   * Parallel sentences.
   *
   * @param pivot sentences in the pivot language, to which all others are compared
   * @param translations their translations into the other language, in the same order
   */
  public record ParallelSentences(List<String> pivot, List<String> translations) {
    public ParallelSentences {
      pivot = List.copyOf(pivot);
      translations = List.copyOf(translations);
      if (pivot.isEmpty() || pivot.size() != translations.size()) {
        throw new IllegalArgumentException(
            pivot.size() + " sentences and " + translations.size() + " translations");
      }
    }

    private ParallelSentences first(int count) {
      int size = Math.min(count, pivot.size());
      return new ParallelSentences(pivot.subList(0, size), translations.subList(0, size));
    }
  }

  /** Receives the progress of fitting. */
  @FunctionalInterface
  public interface FitListener {
    void languageFinished(Language language, float pivotSimilarity);
  }

  /**
   * Opens the transformer of a model.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if its graph does not output the vectors of all tokens, or is damaged
   */
  public LateInteractionFitter(ModelFolder model, InferenceOptions options) {
    former = LateInteractionTables.find(model);
    encoder = new TokenEncoder(model, former.flatMap(LateInteractionTables::projection), options);
    tokenizer = encoder.tokenizer();
    vocabularySize = model.vocabularySize();
    hidden = encoder.dimension();
  }

  /**
   * Computes the tables.
   *
   * @param languages the sentences of each language other than the pivot language
   * @param maxEncodedSentences maximum number of sentences per language that are encoded
   */
  public LateInteractionTables fit(
      Language pivot,
      SequencedMap<Language, ParallelSentences> languages,
      int maxEncodedSentences,
      FitListener listener) {
    float[] importance = importance(languages);
    Map<String, LanguageStatistics> statistics = new LinkedHashMap<>();
    VectorMean pivotMean = new VectorMean(hidden);
    languages.forEach(
        (language, all) -> {
          ParallelSentences sample = all.first(maxEncodedSentences);
          EncodedSide pivotSide = encode(sample.pivot);
          EncodedSide otherSide = encode(sample.translations);
          pivotMean.add(pivotSide.passages);
          float[] mean = VectorMean.of(otherSide.passages, hidden);
          float pivotSimilarity =
              translationSimilarity(
                  pivotSide,
                  VectorMean.of(pivotSide.passages, hidden),
                  otherSide,
                  mean,
                  importance);
          statistics.put(language.code(), new LanguageStatistics(mean, pivotSimilarity));
          listener.languageFinished(language, pivotSimilarity);
        });
    statistics.put(pivot.code(), new LanguageStatistics(pivotMean.mean(), 1));
    LateInteractionTables tables = new LateInteractionTables(importance, statistics);
    return former.map(tables::withVectorsOf).orElse(tables);
  }

  private float[] importance(Map<Language, ParallelSentences> languages) {
    double[] shares = new double[vocabularySize];
    Arrays.fill(shares, MIN_SENTENCE_SHARE);
    languages
        .values()
        .forEach(
            sentences -> {
              updateShares(shares, sentences.pivot);
              updateShares(shares, sentences.translations);
            });
    float[] importance = new float[vocabularySize];
    for (int i = 0; i < vocabularySize; i++) {
      importance[i] = (float) -Math.log(shares[i]);
    }
    return importance;
  }

  private void updateShares(double[] shares, List<String> sentences) {
    int[] sentenceCounts = new int[vocabularySize];
    for (String sentence : sentences) {
      Arrays.stream(tokenizer.ids(sentence)).distinct().forEach(id -> sentenceCounts[id]++);
    }
    for (int i = 0; i < vocabularySize; i++) {
      shares[i] =
          Math.max(shares[i], (double) sentenceCounts[i] / (sentences.size() + SMOOTHING_COUNT));
    }
  }

  /** Sentences encoded as queries and as passages. */
  private record EncodedSide(List<TokenEmbeddings> queries, List<TokenEmbeddings> passages) {}

  private EncodedSide encode(List<String> sentences) {
    return new EncodedSide(
        encoder.encode(sentences, Role.QUERY), encoder.encode(sentences, Role.PASSAGE));
  }

  private static float translationSimilarity(
      EncodedSide pivotSide,
      float[] mean,
      EncodedSide otherSide,
      float[] otherMean,
      float[] importance) {
    double crossLingual = 0;
    double monolingual = 0;
    for (int i = 0; i < pivotSide.queries.size(); i++) {
      CentredTokens query = CentredTokens.of(pivotSide.queries.get(i), mean);
      CentredTokens otherQuery = CentredTokens.of(otherSide.queries.get(i), otherMean);
      CentredTokens passage = CentredTokens.of(pivotSide.passages.get(i), mean);
      CentredTokens otherPassage = CentredTokens.of(otherSide.passages.get(i), otherMean);
      crossLingual += query.similarity(otherPassage, importance);
      crossLingual += otherQuery.similarity(passage, importance);
      monolingual += query.similarity(passage, importance);
      monolingual += otherQuery.similarity(otherPassage, importance);
    }
    return (float) Math.clamp(crossLingual / monolingual, 1e-3, 1);
  }

  /**
   * Token vectors in single precision, centred by the mean of their language.
   *
   * @param ids the token ids
   * @param units a vector of unit length for each token
   */
  private record CentredTokens(int[] ids, float[][] units) {
    static CentredTokens of(TokenEmbeddings tokens, float[] mean) {
      float[][] units = new float[tokens.size()][mean.length];
      for (int token = 0; token < units.length; token++) {
        TokenVectorCodec.centre(tokens.vectors(), token * mean.length, mean, units[token]);
      }
      return new CentredTokens(tokens.tokens().ids(), units);
    }

    /** Returns the mean of the largest cosines of all tokens, weighted by their importance. */
    double similarity(CentredTokens passage, float[] importance) {
      double sum = 0;
      double total = 0;
      for (int i = 0; i < units.length && passage.units.length > 0; i++) {
        float largest = Float.NEGATIVE_INFINITY;
        for (float[] other : passage.units) {
          float product = 0;
          for (int d = 0; d < other.length; d++) {
            product += units[i][d] * other[d];
          }
          largest = Math.max(largest, product);
        }
        sum += importance[ids[i]] * largest;
        total += importance[ids[i]];
      }
      return total == 0 ? 0 : sum / total;
    }
  }

  @Override
  public void close() {
    encoder.close();
  }
}
