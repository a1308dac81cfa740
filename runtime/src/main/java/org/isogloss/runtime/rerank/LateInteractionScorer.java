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
 * encoded apart from each other, piece by piece, and each piece of the query looks for the one of
 * the passage that is most similar to it,
 *
 * <pre>{@code
 * s(q, p) = sum_i w_i max_j cos(q_i - m(q), p_j - m(p)) / sum_i w_i / sqrt(c(q, p))
 * }</pre>
 *
 * where {@code w_i} says how much a piece counts, {@code m} is the mean of all vectors in the
 * language of a text, and {@code c} is how similar a sentence in the one language is to its
 * translation into the other, 1 within a language: without it, what is in the asker's own language
 * would always stand first. All three are in {@link LateInteractionTables}. A score is about 0 to
 * 1.2.
 *
 * <p>A passage is encoded with its title, a long one in parts of which all pieces count. What was
 * read last is remembered, so that to ask many queries of the same passages costs little more than
 * to encode the passages once. Where nobody said what a query is written in, it is identified.
 */
public final class LateInteractionScorer implements ExplainablePairScorer {
  /** So many bytes of passages are remembered: some four thousand passages. */
  private static final long CACHE_BYTES = 1 << 28;

  /** So many passages are encoded before they are compared, which bounds what is held of them. */
  private static final int WINDOW = 64;

  private final LateInteractionTables tables;
  private final TokenEncoder encoder;
  private final LanguageIdentifier identifier;
  private final LruCache<PassageText, QuantizedTokenEmbeddings> passages =
      new LruCache<>(CACHE_BYTES, QuantizedTokenEmbeddings::estimatedBytes);

  /** A passage as it is read. */
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
                            + ": make it with isogloss model interaction"));
    identifier =
        LanguageIdentifier.restrictedTo(tables.languages().stream().map(Language::of).toList());
    encoder = new TokenEncoder(model, options);
  }

  /**
   * Opens a model's graph, one of its folder or one that is made of its weights.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if it has no {@link LateInteractionTables}, its graph does not give
   *     the vectors of all pieces, or it is damaged
   */
  public static LateInteractionScorer open(ModelFolder model, InferenceOptions options) {
    return new LateInteractionScorer(model, options);
  }

  @Override
  public float[] score(Query query, List<Passage> all) {
    Language language = languageOf(query);
    TokenEmbeddings states = encoder.encode(List.of(query.text()), Role.QUERY).getFirst();
    QuantizedTokenEmbeddings asked =
        QuantizedTokenEmbeddings.quantize(states, tables.statistics(language).meanVector());
    float[] weights = states.mapIds(tables::importance);
    float[] scores = new float[all.size()];
    for (int from = 0; from < scores.length; from += WINDOW) {
      List<Passage> some = all.subList(from, Math.min(from + WINDOW, scores.length));
      List<QuantizedTokenEmbeddings> read = read(some);
      for (int i = 0; i < read.size(); i++) {
        double closeness = tables.translationSimilarity(language, some.get(i).language());
        float similarity = weightedMean(asked.nearestTokens(read.get(i)).cosines(), weights);
        scores[from + i] = (float) (similarity / Math.sqrt(closeness));
      }
    }
    return scores;
  }

  /** What each piece of the query found; a passage's pieces that no piece found are not in it. */
  @Override
  public List<TokenMatch> matches(Query query, Passage passage) {
    Language language = languageOf(query);
    TokenEmbeddings asked = encoder.encode(List.of(query.text()), Role.QUERY).getFirst();
    TokenEmbeddings read = encoder.encode(List.of(passage.titledText()), Role.PASSAGE).getFirst();
    QuantizedTokenEmbeddings.NearestTokens nearest =
        QuantizedTokenEmbeddings.quantize(asked, tables.statistics(language).meanVector())
            .nearestTokens(
                QuantizedTokenEmbeddings.quantize(
                    read, tables.statistics(passage.language()).meanVector()));
    float[] weights = asked.mapIds(tables::importance);
    double total = 0;
    for (float weight : weights) {
      total += weight;
    }
    double whole = total * Math.sqrt(tables.translationSimilarity(language, passage.language()));
    List<TokenMatch> matches = new ArrayList<>();
    for (int i = 0; i < weights.length && whole > 0; i++) {
      int found = nearest.indices()[i];
      if (found >= 0) {
        matches.add(
            new TokenMatch(
                asked.starts()[i],
                asked.ends()[i],
                read.starts()[found],
                read.ends()[found],
                weights[i] * nearest.cosines()[i] / whole));
      }
    }
    return matches;
  }

  private Language languageOf(Query query) {
    return query.language().equals(Language.UNDETERMINED)
        ? identifier.identify(query.text()).reliableLanguage()
        : query.language();
  }

  /** 0 where there is no weight. */
  static float weightedMean(float[] values, float[] weights) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (double) weights[i] * values[i];
      total += weights[i];
    }
    return total == 0 ? 0 : (float) (sum / total);
  }

  private List<QuantizedTokenEmbeddings> read(List<Passage> some) {
    Map<PassageText, QuantizedTokenEmbeddings> known = new LinkedHashMap<>();
    List<PassageText> missing = new ArrayList<>();
    for (Passage passage : some) {
      PassageText text = PassageText.of(passage);
      if (!known.containsKey(text) && !missing.contains(text)) {
        passages
            .find(text)
            .ifPresentOrElse(found -> known.put(text, found), () -> missing.add(text));
      }
    }
    List<TokenEmbeddings> encoded =
        encoder.encode(missing.stream().map(PassageText::text).toList(), Role.PASSAGE);
    for (int i = 0; i < encoded.size(); i++) {
      PassageText text = missing.get(i);
      QuantizedTokenEmbeddings pieces =
          QuantizedTokenEmbeddings.quantize(
              encoded.get(i), tables.statistics(text.language()).meanVector());
      passages.put(text, pieces);
      known.put(text, pieces);
    }
    return some.stream().map(passage -> known.get(PassageText.of(passage))).toList();
  }

  @Override
  public void close() {
    encoder.close();
  }
}
