package org.isogloss.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.MatchScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.model.InteractionTables;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.ModelFormatException;
import org.isogloss.text.LanguageIdentifier;

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
 * would always stand first. All three are in {@link InteractionTables}. A score is about 0 to 1.2.
 *
 * <p>A passage is encoded with its title, a long one in parts of which all pieces count. What was
 * read last is remembered, so that to ask many queries of the same passages costs little more than
 * to encode the passages once. Where nobody said what a query is written in, it is identified.
 */
public final class LateInteraction implements MatchScorer {
  /** So many bytes of passages are remembered: some four thousand passages. */
  private static final long REMEMBERED = 1 << 28;

  /** So many passages are encoded before they are compared, which bounds what is held of them. */
  private static final int WINDOW = 64;

  private final InteractionTables tables;
  private final PieceEncoder encoder;
  private final LanguageIdentifier identifier;
  private final RecentlyUsed<Text, ComparedPieces> passages =
      new RecentlyUsed<>(REMEMBERED, ComparedPieces::bytes);

  /** A passage as it is read. */
  private record Text(Language language, String text) {
    static Text of(Passage passage) {
      return new Text(passage.language(), passage.titledText());
    }
  }

  private LateInteraction(ModelFolder model, InferenceOptions options) {
    tables =
        InteractionTables.find(model)
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        model.path(),
                        "has no "
                            + InteractionTables.FILE
                            + ": make it with isogloss model interaction"));
    identifier = LanguageIdentifier.among(tables.languages().stream().map(Language::of).toList());
    encoder = new PieceEncoder(model, options);
  }

  /**
   * Opens a model's graph, one of its folder or one that is made of its weights.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if it has no {@link InteractionTables}, its graph does not give the
   *     vectors of all pieces, or it is damaged
   */
  public static LateInteraction open(ModelFolder model, InferenceOptions options) {
    return new LateInteraction(model, options);
  }

  @Override
  public float[] score(Query query, List<Passage> all) {
    Language language = languageOf(query);
    PieceStates states = encoder.encode(List.of(query.text()), Role.QUERY).getFirst();
    ComparedPieces asked = ComparedPieces.of(states, tables.of(language).mean());
    float[] weights = states.each(tables::importance);
    float[] scores = new float[all.size()];
    for (int from = 0; from < scores.length; from += WINDOW) {
      List<Passage> some = all.subList(from, Math.min(from + WINDOW, scores.length));
      List<ComparedPieces> read = read(some);
      for (int i = 0; i < read.size(); i++) {
        double closeness = tables.closeness(language, some.get(i).language());
        float similarity = weightedMean(asked.nearestIn(read.get(i)).cosines(), weights);
        scores[from + i] = (float) (similarity / Math.sqrt(closeness));
      }
    }
    return scores;
  }

  /** What each piece of the query found; a passage's pieces that no piece found are not in it. */
  @Override
  public List<Match> matches(Query query, Passage passage) {
    Language language = languageOf(query);
    PieceStates asked = encoder.encode(List.of(query.text()), Role.QUERY).getFirst();
    PieceStates read = encoder.encode(List.of(passage.titledText()), Role.PASSAGE).getFirst();
    ComparedPieces.Nearest nearest =
        ComparedPieces.of(asked, tables.of(language).mean())
            .nearestIn(ComparedPieces.of(read, tables.of(passage.language()).mean()));
    float[] weights = asked.each(tables::importance);
    double total = 0;
    for (float weight : weights) {
      total += weight;
    }
    double whole = total * Math.sqrt(tables.closeness(language, passage.language()));
    List<Match> matches = new ArrayList<>();
    for (int i = 0; i < weights.length && whole > 0; i++) {
      int found = nearest.places()[i];
      if (found >= 0) {
        matches.add(
            new Match(
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

  private List<ComparedPieces> read(List<Passage> some) {
    Map<Text, ComparedPieces> known = new LinkedHashMap<>();
    List<Text> missing = new ArrayList<>();
    for (Passage passage : some) {
      Text text = Text.of(passage);
      if (!known.containsKey(text) && !missing.contains(text)) {
        passages
            .find(text)
            .ifPresentOrElse(found -> known.put(text, found), () -> missing.add(text));
      }
    }
    List<PieceStates> encoded =
        encoder.encode(missing.stream().map(Text::text).toList(), Role.PASSAGE);
    for (int i = 0; i < encoded.size(); i++) {
      Text text = missing.get(i);
      ComparedPieces pieces = ComparedPieces.of(encoded.get(i), tables.of(text.language()).mean());
      passages.put(text, pieces);
      known.put(text, pieces);
    }
    return some.stream().map(passage -> known.get(Text.of(passage))).toList();
  }

  @Override
  public void close() {
    encoder.close();
  }
}
