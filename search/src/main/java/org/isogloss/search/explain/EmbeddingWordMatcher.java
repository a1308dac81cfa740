// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.lucene.util.VectorUtil;
import org.isogloss.api.WordMatch;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Determines which words of a text translate which words of a query, by the vectors of single
 * words. Two words match if they are mutual nearest neighbours, and if their cosine exceeds the
 * mean cosine of the query word with all words of the text by more than {@value
 * #MIN_STANDARD_DEVIATIONS} standard deviations. The threshold is necessary because every word has
 * a nearest neighbour, although most words of a text translate no word of the query.
 */
public final class EmbeddingWordMatcher {
  private static final double MIN_STANDARD_DEVIATIONS = 2;

  /** Minimum number of words in the text; among fewer words, no cosine can exceed the threshold. */
  private static final int MIN_WORDS = 6;

  private final List<String> queryWords;
  private final List<String> textWords;
  private final float[][] cosines;

  private EmbeddingWordMatcher(List<String> queryWords, List<String> textWords, float[][] cosines) {
    this.queryWords = queryWords;
    this.textWords = textWords;
    this.cosines = cosines;
  }

  /**
   * Matches words.
   *
   * @param encoder the encoder of the words
   * @param query the query
   * @param text the text
   * @param language language of the text
   * @return a match for each position in the text with a matching query word, in order
   */
  public static List<WordMatch> match(
      Encoder encoder, Query query, String text, Language language) {
    Map<String, String> queryWords = forms(query.text(), query.language());
    Map<String, String> textWords = forms(text, language);
    EmbeddingWordMatcher matcher =
        new EmbeddingWordMatcher(
            List.copyOf(queryWords.values()),
            List.copyOf(textWords.values()),
            cosines(encoder, queryWords.values(), textWords.values()));
    Map<String, Neighbour> neighbours = matcher.neighbours();
    List<WordMatch> matches = new ArrayList<>();
    for (Span span : WordSegmenter.split(text, language)) {
      String form = span.coveredText(text).toLowerCase(Locale.ROOT);
      Neighbour neighbour =
          queryWords.containsKey(form)
              ? new Neighbour(queryWords.get(form), 1)
              : neighbours.get(textWords.get(form));
      if (neighbour != null) {
        matches.add(new WordMatch(neighbour.queryWord(), span, neighbour.cosine()));
      }
    }
    return matches;
  }

  /** The query word that a word of the text translates. */
  private record Neighbour(String queryWord, float cosine) {}

  /** Maps the lower-case form of each distinct word of a text to its first surface form. */
  private static Map<String, String> forms(String text, Language language) {
    Map<String, String> forms = new LinkedHashMap<>();
    for (Span span : WordSegmenter.split(text, language)) {
      String word = span.coveredText(text);
      forms.putIfAbsent(word.toLowerCase(Locale.ROOT), word);
    }
    return forms;
  }

  private static float[][] cosines(
      Encoder encoder, Iterable<String> queryWords, Iterable<String> textWords) {
    List<String> words = new ArrayList<>();
    queryWords.forEach(words::add);
    int count = words.size();
    textWords.forEach(words::add);
    float[][] vectors = encoder.encode(words, Role.QUERY);
    float[][] cosines = new float[count][words.size() - count];
    for (int q = 0; q < count; q++) {
      for (int p = count; p < vectors.length; p++) {
        cosines[q][p - count] = VectorUtil.dotProduct(vectors[q], vectors[p]);
      }
    }
    return cosines;
  }

  /** The neighbours of words of the text, by their first surface form. */
  private Map<String, Neighbour> neighbours() {
    Map<String, Neighbour> matches = new LinkedHashMap<>();
    for (int q = 0; q < queryWords.size(); q++) {
      OptionalInt nearest = significantNeighbour(cosines[q]);
      if (nearest.isPresent() && nearestQueryWord(nearest.getAsInt()) == q) {
        matches.put(
            textWords.get(nearest.getAsInt()),
            new Neighbour(queryWords.get(q), cosines[q][nearest.getAsInt()]));
      }
    }
    return matches;
  }

  private int nearestQueryWord(int word) {
    int nearest = 0;
    for (int q = 1; q < cosines.length; q++) {
      if (cosines[q][word] > cosines[nearest][word]) {
        nearest = q;
      }
    }
    return nearest;
  }

  private static OptionalInt significantNeighbour(float[] row) {
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
    boolean significant =
        row.length >= MIN_WORDS && row[nearest] - mean > MIN_STANDARD_DEVIATIONS * deviation;
    return significant ? OptionalInt.of(nearest) : OptionalInt.empty();
  }
}
