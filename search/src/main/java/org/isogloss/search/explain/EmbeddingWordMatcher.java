package org.isogloss.search.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Says which words of a text translate which words of a query, by an encoder's vectors of single
 * words: two words belong together where each is the other's nearest, and stands out among the
 * words of the other text by {@value #MIN_STANDARD_DEVIATIONS} standard deviations of their
 * cosines. Most words of a text are nobody's translation, and a nearest word there always is.
 */
public final class EmbeddingWordMatcher {
  private static final double MIN_STANDARD_DEVIATIONS = 2;

  /** Of fewer words none can stand out so far. */
  private static final int MIN_WORDS = 6;

  private final List<String> asked;
  private final List<String> found;
  private final float[][] cosines;

  private EmbeddingWordMatcher(List<String> asked, List<String> found, float[][] cosines) {
    this.asked = asked;
    this.found = found;
    this.cosines = cosines;
  }

  /**
   * Matches words.
   *
   * @param language of the text
   * @return for the places of words in the text, the query's word
   */
  public static Map<Span, String> match(
      Encoder encoder, Query query, String text, Language language) {
    Map<String, String> asked = forms(query.text(), query.language());
    Map<String, String> found = forms(text, language);
    EmbeddingWordMatcher words =
        new EmbeddingWordMatcher(
            List.copyOf(asked.values()),
            List.copyOf(found.values()),
            cosines(encoder, asked.values(), found.values()));
    Map<String, String> matches = words.matches();
    Map<Span, String> places = new LinkedHashMap<>();
    for (Span span : WordSegmenter.split(text, language)) {
      String form = span.coveredText(text).toLowerCase(Locale.ROOT);
      String match = asked.containsKey(form) ? asked.get(form) : matches.get(found.get(form));
      if (match != null) {
        places.put(span, match);
      }
    }
    return places;
  }

  /** The different words of a text as they are written first, by their lower-case form. */
  private static Map<String, String> forms(String text, Language language) {
    Map<String, String> forms = new LinkedHashMap<>();
    for (Span span : WordSegmenter.split(text, language)) {
      String word = span.coveredText(text);
      forms.putIfAbsent(word.toLowerCase(Locale.ROOT), word);
    }
    return forms;
  }

  private static float[][] cosines(
      Encoder encoder, Iterable<String> asked, Iterable<String> found) {
    List<String> words = new ArrayList<>();
    asked.forEach(words::add);
    int count = words.size();
    found.forEach(words::add);
    float[][] vectors = encoder.encode(words, Role.QUERY);
    float[][] cosines = new float[count][words.size() - count];
    for (int q = 0; q < count; q++) {
      for (int p = count; p < vectors.length; p++) {
        cosines[q][p - count] = VectorUtil.dotProduct(vectors[q], vectors[p]);
      }
    }
    return cosines;
  }

  private Map<String, String> matches() {
    Map<String, String> matches = new LinkedHashMap<>();
    for (int q = 0; q < asked.size(); q++) {
      OptionalInt nearest = outstandingNeighbour(cosines[q]);
      if (nearest.isPresent() && nearestAsked(nearest.getAsInt()) == q) {
        matches.put(found.get(nearest.getAsInt()), asked.get(q));
      }
    }
    return matches;
  }

  private int nearestAsked(int word) {
    int nearest = 0;
    for (int q = 1; q < cosines.length; q++) {
      if (cosines[q][word] > cosines[nearest][word]) {
        nearest = q;
      }
    }
    return nearest;
  }

  private static OptionalInt outstandingNeighbour(float[] row) {
    int nearest = 0;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < row.length; i++) {
      sum += row[i];
      squares += (double) row[i] * row[i];
      if (row[i] > row[nearest]) {
        nearest = i;
      }
    }
    double mean = sum / row.length;
    double deviation = Math.sqrt(Math.max(0, squares / row.length - mean * mean));
    boolean stands =
        row.length >= MIN_WORDS && row[nearest] - mean > MIN_STANDARD_DEVIATIONS * deviation;
    return stands ? OptionalInt.of(nearest) : OptionalInt.empty();
  }
}
