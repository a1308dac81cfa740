package org.isogloss.runtime.rerank;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * Finds what {@link LateInteractionScorer} needs beside a transformer from sentences and their
 * translations; the transformer stays as it is.
 *
 * <ul>
 *   <li>A piece's importance is its inverse document frequency, {@code -ln max_l n_l / (N_l +
 *       1000)} with {@code n_l} of the {@code N_l} sentences in language {@code l} that hold it:
 *       what is frequent in one language says little, however rare it is in the others.
 *   <li>A language's mean is that of the vectors of all pieces of some sentences.
 *   <li>Its closeness is what late interaction gives sentences of the pivot language with their
 *       translations into it, and these with those, divided by what it gives them with themselves.
 * </ul>
 */
public final class LateInteractionFitter implements AutoCloseable {
  /** Taken for that many more sentences without a piece, so that few of them do not say much. */
  private static final int SMOOTHING_COUNT = 1000;

  /** The smallest share of sentences that a piece is taken to have. */
  private static final double MIN_SENTENCE_SHARE = 1.0 / 6000;

  private final TokenEncoder encoder;
  private final Tokenizer tokenizer;
  private final int pieces;
  private final int hidden;

  /**
   * Sentences and their translations, line by line.
   *
   * @param pivot in the language that all others are compared with
   * @param translations into the other language
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

  /** Is told what is done. */
  @FunctionalInterface
  public interface FitListener {
    void languageFinished(Language language, float pivotSimilarity);
  }

  /**
   * Opens a transformer.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if its graph does not give the vectors of all pieces, or is damaged
   */
  public LateInteractionFitter(ModelFolder model, InferenceOptions options) {
    encoder = new TokenEncoder(model, options);
    tokenizer = encoder.tokenizer();
    pieces = model.vocabularySize();
    hidden = model.dimension();
  }

  /**
   * Finds the tables.
   *
   * @param languages the pivot language not among them
   * @param maxEncodedSentences of how many sentences of each the vectors are looked at, at most
   */
  public LateInteractionTables fit(
      Language pivot,
      SequencedMap<Language, ParallelSentences> languages,
      int maxEncodedSentences,
      FitListener listener) {
    float[] importance = importance(languages);
    Map<String, LanguageStatistics> spaces = new LinkedHashMap<>();
    VectorMean ofPivot = new VectorMean(hidden);
    languages.forEach(
        (language, all) -> {
          ParallelSentences some = all.first(maxEncodedSentences);
          EncodedSide here = encode(some.pivot);
          EncodedSide there = encode(some.translations);
          ofPivot.add(here.passages);
          float[] mean = VectorMean.of(there.passages, hidden);
          float closeness =
              translationSimilarity(
                  here, VectorMean.of(here.passages, hidden), there, mean, importance);
          spaces.put(language.code(), new LanguageStatistics(mean, closeness));
          listener.languageFinished(language, closeness);
        });
    spaces.put(pivot.code(), new LanguageStatistics(ofPivot.mean(), 1));
    return new LateInteractionTables(importance, spaces);
  }

  private float[] importance(Map<Language, ParallelSentences> languages) {
    double[] shares = new double[pieces];
    Arrays.fill(shares, MIN_SENTENCE_SHARE);
    languages
        .values()
        .forEach(
            sentences -> {
              raise(shares, sentences.pivot);
              raise(shares, sentences.translations);
            });
    float[] importance = new float[pieces];
    for (int i = 0; i < pieces; i++) {
      importance[i] = (float) -Math.log(shares[i]);
    }
    return importance;
  }

  private void raise(double[] shares, List<String> sentences) {
    int[] holding = new int[pieces];
    for (String sentence : sentences) {
      Arrays.stream(tokenizer.ids(sentence)).distinct().forEach(piece -> holding[piece]++);
    }
    for (int i = 0; i < pieces; i++) {
      shares[i] = Math.max(shares[i], (double) holding[i] / (sentences.size() + SMOOTHING_COUNT));
    }
  }

  /** Sentences as those who ask and as those who are asked for. */
  private record EncodedSide(List<TokenEmbeddings> queries, List<TokenEmbeddings> passages) {}

  private EncodedSide encode(List<String> sentences) {
    return new EncodedSide(
        encoder.encode(sentences, Role.QUERY), encoder.encode(sentences, Role.PASSAGE));
  }

  private static float translationSimilarity(
      EncodedSide here, float[] mean, EncodedSide there, float[] otherMean, float[] importance) {
    double translated = 0;
    double same = 0;
    for (int i = 0; i < here.queries.size(); i++) {
      float[] weights = here.queries.get(i).mapIds(piece -> importance[piece]);
      float[] otherWeights = there.queries.get(i).mapIds(piece -> importance[piece]);
      QuantizedTokenEmbeddings asked = QuantizedTokenEmbeddings.quantize(here.queries.get(i), mean);
      QuantizedTokenEmbeddings otherAsked =
          QuantizedTokenEmbeddings.quantize(there.queries.get(i), otherMean);
      QuantizedTokenEmbeddings read = QuantizedTokenEmbeddings.quantize(here.passages.get(i), mean);
      QuantizedTokenEmbeddings otherRead =
          QuantizedTokenEmbeddings.quantize(there.passages.get(i), otherMean);
      translated +=
          LateInteractionScorer.weightedMean(asked.nearestTokens(otherRead).cosines(), weights);
      translated +=
          LateInteractionScorer.weightedMean(
              otherAsked.nearestTokens(read).cosines(), otherWeights);
      same += LateInteractionScorer.weightedMean(asked.nearestTokens(read).cosines(), weights);
      same +=
          LateInteractionScorer.weightedMean(
              otherAsked.nearestTokens(otherRead).cosines(), otherWeights);
    }
    return (float) Math.clamp(translated / same, 1e-3, 1);
  }

  @Override
  public void close() {
    encoder.close();
  }
}
