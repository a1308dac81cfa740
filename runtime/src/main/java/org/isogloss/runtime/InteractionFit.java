package org.isogloss.runtime;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.model.InteractionTables;
import org.isogloss.model.InteractionTables.LanguageSpace;
import org.isogloss.model.ModelFolder;
import org.isogloss.text.Tokenizer;

/**
 * Finds what {@link LateInteraction} needs beside a transformer from sentences and their
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
public final class InteractionFit implements AutoCloseable {
  /** Taken for that many more sentences without a piece, so that few of them do not say much. */
  private static final int UNSEEN = 1000;

  /** The smallest share of sentences that a piece is taken to have. */
  private static final double RAREST = 1.0 / 6000;

  private final PieceEncoder encoder;
  private final Tokenizer tokenizer;
  private final int pieces;
  private final int hidden;

  /**
   * Sentences and their translations, line by line.
   *
   * @param pivot in the language that all others are compared with
   * @param translated into the other language
   */
  public record Sentences(List<String> pivot, List<String> translated) {
    public Sentences {
      pivot = List.copyOf(pivot);
      translated = List.copyOf(translated);
      if (pivot.isEmpty() || pivot.size() != translated.size()) {
        throw new IllegalArgumentException(
            pivot.size() + " sentences and " + translated.size() + " translations");
      }
    }

    private Sentences first(int count) {
      int size = Math.min(count, pivot.size());
      return new Sentences(pivot.subList(0, size), translated.subList(0, size));
    }
  }

  /** Is told what is done. */
  @FunctionalInterface
  public interface Listener {
    void languageDone(Language language, float closeness);
  }

  /**
   * Opens a transformer.
   *
   * @param model may be closed afterwards
   * @throws IsoglossException if its graph does not give the vectors of all pieces, or is damaged
   */
  public InteractionFit(ModelFolder model, InferenceOptions options) {
    encoder = new PieceEncoder(model, options);
    tokenizer = encoder.tokenizer();
    pieces = model.vocabularySize();
    hidden = model.dimension();
  }

  /**
   * Finds the tables.
   *
   * @param languages the pivot language not among them
   * @param encoded of how many sentences of each the vectors are looked at, at most
   */
  public InteractionTables fit(
      Language pivot, SequencedMap<Language, Sentences> languages, int encoded, Listener listener) {
    float[] importance = importance(languages);
    Map<String, LanguageSpace> spaces = new LinkedHashMap<>();
    VectorMean ofPivot = new VectorMean(hidden);
    languages.forEach(
        (language, all) -> {
          Sentences some = all.first(encoded);
          Side here = encode(some.pivot);
          Side there = encode(some.translated);
          ofPivot.add(here.passages);
          float[] mean = VectorMean.of(there.passages, hidden);
          float closeness =
              closeness(here, VectorMean.of(here.passages, hidden), there, mean, importance);
          spaces.put(language.code(), new LanguageSpace(mean, closeness));
          listener.languageDone(language, closeness);
        });
    spaces.put(pivot.code(), new LanguageSpace(ofPivot.mean(), 1));
    return new InteractionTables(importance, spaces);
  }

  private float[] importance(Map<Language, Sentences> languages) {
    double[] shares = new double[pieces];
    Arrays.fill(shares, RAREST);
    languages
        .values()
        .forEach(
            sentences -> {
              raise(shares, sentences.pivot);
              raise(shares, sentences.translated);
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
      shares[i] = Math.max(shares[i], (double) holding[i] / (sentences.size() + UNSEEN));
    }
  }

  /** Sentences as those who ask and as those who are asked for. */
  private record Side(List<PieceStates> queries, List<PieceStates> passages) {}

  private Side encode(List<String> sentences) {
    return new Side(encoder.encode(sentences, Role.QUERY), encoder.encode(sentences, Role.PASSAGE));
  }

  private static float closeness(
      Side here, float[] mean, Side there, float[] otherMean, float[] importance) {
    double translated = 0;
    double same = 0;
    for (int i = 0; i < here.queries.size(); i++) {
      float[] weights = here.queries.get(i).each(piece -> importance[piece]);
      float[] otherWeights = there.queries.get(i).each(piece -> importance[piece]);
      ComparedPieces asked = ComparedPieces.of(here.queries.get(i), mean);
      ComparedPieces otherAsked = ComparedPieces.of(there.queries.get(i), otherMean);
      ComparedPieces read = ComparedPieces.of(here.passages.get(i), mean);
      ComparedPieces otherRead = ComparedPieces.of(there.passages.get(i), otherMean);
      translated += LateInteraction.weightedMean(asked.nearestIn(otherRead).cosines(), weights);
      translated +=
          LateInteraction.weightedMean(otherAsked.nearestIn(read).cosines(), otherWeights);
      same += LateInteraction.weightedMean(asked.nearestIn(read).cosines(), weights);
      same += LateInteraction.weightedMean(otherAsked.nearestIn(otherRead).cosines(), otherWeights);
    }
    return (float) Math.clamp(translated / same, 1e-3, 1);
  }

  @Override
  public void close() {
    encoder.close();
  }
}
