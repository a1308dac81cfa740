// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.language.LanguageIdentifier;

/**
 * Scores passages by late interaction (Khattab and Zaharia, ColBERT, 2020): query and passage are
 * encoded separately into token vectors, and each query token is matched with the most similar
 * passage token,
 *
 * <pre>{@code
 * s(q, p) = sum_i w_i max_j cos(q_i - m(q), p_j - m(p)) / sum_i w_i / sqrt(c(q, p))
 * }</pre>
 *
 * where {@code w_i} is the importance of a token, {@code m} is the mean vector of the language of a
 * text, and {@code c} is the similarity of a sentence in one language and its translation into the
 * other, 1 within a language. Without {@code c}, passages in the query language would always be
 * ranked first. All three are in {@link LateInteractionTables}. Scores are about 0 to 1.2.
 *
 * <p>A passage is encoded with its title, and a long passage in windows, of which all tokens are
 * compared. Recently encoded passages are cached, so that scoring the same passages for many
 * queries costs little more than encoding them once. If the language of a query is undetermined, it
 * is identified.
 */
public final class LateInteractionScorer implements ExplainablePairScorer {
  /** Size of the passage cache in bytes: about four thousand passages. */
  private static final long CACHE_BYTES = 1 << 28;

  /** Number of passages that are encoded before they are compared, which bounds memory use. */
  private static final int WINDOW = 64;

  private final LateInteractionTables tables;
  private final TokenEncoder encoder;
  private final LanguageIdentifier identifier;
  private final LruCache<PassageText, QuantizedTokenEmbeddings> passages =
      new LruCache<>(CACHE_BYTES, QuantizedTokenEmbeddings::estimatedBytes);

  /** The language and the text of a passage, as encoded. */
  private record PassageText(Language language, String text) {
    static PassageText of(Passage passage) {
      return new PassageText(passage.language(), passage.titledText());
    }
  }

  private LateInteractionScorer(ModelFolder model, InferenceOptions options) {
    tables =
        LateInteractionTables.find(model)
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        model.path(),
                        "has no "
                            + LateInteractionTables.FILE
                            + ": fit the late interaction tables of the model first"));
    identifier =
        LanguageIdentifier.restrictedTo(tables.languages().stream().map(Language::of).toList());
    encoder = new TokenEncoder(model, options);
  }

  /**
   * Opens the graph of a model, or exports it from the weights if there is none.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if it has no {@link LateInteractionTables}, its graph does not output
   *     the vectors of all tokens, or it is damaged
   */
  public static LateInteractionScorer open(ModelFolder model, InferenceOptions options) {
    return new LateInteractionScorer(model, options);
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    Language language = languageOf(query);
    TokenEmbeddings states = encoder.encode(List.of(query.text()), Role.QUERY).getFirst();
    QuantizedTokenEmbeddings queryTokens =
        QuantizedTokenEmbeddings.quantize(states, tables.statistics(language).meanVector());
    float[] weights = states.mapIds(tables::importance);
    float[] scores = new float[passages.size()];
    for (int from = 0; from < scores.length; from += WINDOW) {
      List<Passage> window = passages.subList(from, Math.min(from + WINDOW, scores.length));
      List<QuantizedTokenEmbeddings> passageTokens = encode(window);
      for (int i = 0; i < passageTokens.size(); i++) {
        double translationSimilarity =
            tables.translationSimilarity(language, window.get(i).language());
        float similarity =
            weightedMean(queryTokens.nearestTokens(passageTokens.get(i)).cosines(), weights);
        scores[from + i] = (float) (similarity / Math.sqrt(translationSimilarity));
      }
    }
    return scores;
  }

  /**
   * Returns the match of each query token; passage tokens that are not matched are not included.
   */
  @Override
  public List<TokenMatch> matches(Query query, Passage passage) {
    Language language = languageOf(query);
    TokenEmbeddings queryTokens = encoder.encode(List.of(query.text()), Role.QUERY).getFirst();
    TokenEmbeddings passageTokens =
        encoder.encode(List.of(passage.titledText()), Role.PASSAGE).getFirst();
    QuantizedTokenEmbeddings.NearestTokens nearest =
        QuantizedTokenEmbeddings.quantize(queryTokens, tables.statistics(language).meanVector())
            .nearestTokens(
                QuantizedTokenEmbeddings.quantize(
                    passageTokens, tables.statistics(passage.language()).meanVector()));
    float[] weights = queryTokens.mapIds(tables::importance);
    double total = 0;
    for (float weight : weights) {
      total += weight;
    }
    double normalizer =
        total * Math.sqrt(tables.translationSimilarity(language, passage.language()));
    List<TokenMatch> matches = new ArrayList<>();
    for (int i = 0; i < weights.length && normalizer > 0; i++) {
      int found = nearest.indices()[i];
      if (found >= 0) {
        matches.add(
            new TokenMatch(
                queryTokens.starts()[i],
                queryTokens.ends()[i],
                passageTokens.starts()[found],
                passageTokens.ends()[found],
                weights[i] * nearest.cosines()[i] / normalizer));
      }
    }
    return matches;
  }

  private Language languageOf(Query query) {
    return query.language().equals(Language.UNDETERMINED)
        ? identifier.identify(query.text()).reliableLanguage()
        : query.language();
  }

  /** Returns 0 if the sum of the weights is 0. */
  static float weightedMean(float[] values, float[] weights) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (double) weights[i] * values[i];
      total += weights[i];
    }
    return total == 0 ? 0 : (float) (sum / total);
  }

  private List<QuantizedTokenEmbeddings> encode(List<Passage> window) {
    Map<PassageText, QuantizedTokenEmbeddings> encodedPassages = new LinkedHashMap<>();
    List<PassageText> missing = new ArrayList<>();
    for (Passage passage : window) {
      PassageText text = PassageText.of(passage);
      if (!encodedPassages.containsKey(text) && !missing.contains(text)) {
        passages
            .find(text)
            .ifPresentOrElse(found -> encodedPassages.put(text, found), () -> missing.add(text));
      }
    }
    List<TokenEmbeddings> encoded =
        encoder.encode(missing.stream().map(PassageText::text).toList(), Role.PASSAGE);
    for (int i = 0; i < encoded.size(); i++) {
      PassageText text = missing.get(i);
      QuantizedTokenEmbeddings quantized =
          QuantizedTokenEmbeddings.quantize(
              encoded.get(i), tables.statistics(text.language()).meanVector());
      passages.put(text, quantized);
      encodedPassages.put(text, quantized);
    }
    return window.stream().map(passage -> encodedPassages.get(PassageText.of(passage))).toList();
  }

  @Override
  public void close() {
    encoder.close();
  }
}
