// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.text.romanization.RomanizationScheme;
import org.isogloss.text.romanization.Romanizer;

/**
 * Counts the words of texts in the script of their language, and romanizes each in all schemes. Not
 * safe for use by multiple threads.
 */
final class DeromanizationTableBuilder {
  private static final Pattern NO_LETTERS = Pattern.compile("^[^\\p{L}\\p{M}]+|[^\\p{L}\\p{M}]+$");
  private static final Pattern FOREIGN = Pattern.compile("[\\p{IsLatin}\\p{N}]");
  private static final Pattern CLUSTER = Pattern.compile("\\X");
  private static final int MAX_CLUSTERS = 3;

  private final Language language;
  private final Romanizer romanizer;
  private final Map<String, Long> counts = new HashMap<>();

  /**
   * Creates a builder without texts.
   *
   * @param romanizer romanizes texts of the language
   */
  DeromanizationTableBuilder(Language language, Romanizer romanizer) {
    this.language = language;
    this.romanizer = romanizer;
  }

  /** Counts the words of a text. Words with Latin letters or digits are left out. */
  void add(String text) {
    String normalized = Normalizer.normalize(text, Normalizer.Form.NFC);
    for (Span word : romanizer.words(normalized)) {
      String letters =
          NO_LETTERS.matcher(word.coveredText(normalized)).replaceAll("").toLowerCase(Locale.ROOT);
      if (!letters.isEmpty() && !FOREIGN.matcher(letters).find()) {
        counts.merge(letters, 1L, Long::sum);
      }
    }
  }

  /**
   * Returns the table of the most frequent words.
   *
   * @param maxWords maximum number of words, 1 or more
   * @param maxParts maximum number of parts of words, 0 or more
   */
  DeromanizationTable build(int maxWords, int maxParts) {
    List<Map.Entry<String, Long>> frequent =
        counts.entrySet().stream().sorted(BY_COUNT).limit(maxWords).toList();
    BestOriginals words = new BestOriginals();
    BestOriginals parts = new BestOriginals();
    for (Map.Entry<String, Long> word : frequent) {
      for (RomanizationScheme scheme : romanizer.schemes()) {
        UnaryOperator<String> latin = text -> LatinKeys.letters(romanizer.romanize(text, scheme));
        words.add(latin.apply(word.getKey()), word.getKey(), word.getValue());
        addParts(word.getKey(), word.getValue(), latin, parts);
      }
    }
    return new DeromanizationTable(
        language, words.entries(maxWords * romanizer.schemes().size()), parts.entries(maxParts));
  }

  /**
   * Adds the parts of up to {@value #MAX_CLUSTERS} user-perceived characters, romanized as in this
   * word: as what each adds to the romanization of the word up to it.
   */
  private static void addParts(
      String word, long count, UnaryOperator<String> latin, BestOriginals parts) {
    List<Integer> ends = new ArrayList<>(List.of(0));
    CLUSTER.matcher(word).results().map(MatchResult::end).forEach(ends::add);
    List<String> prefixes = ends.stream().map(end -> latin.apply(word.substring(0, end))).toList();
    for (int from = 0; from < ends.size() - 1; from++) {
      for (int to = from + 1; to <= Math.min(ends.size() - 1, from + MAX_CLUSTERS); to++) {
        if (prefixes.get(to).startsWith(prefixes.get(from))) {
          String added = prefixes.get(to).substring(prefixes.get(from).length());
          parts.add(added, word.substring(ends.get(from), ends.get(to)), count);
        }
      }
    }
  }

  private static final Comparator<Map.Entry<String, Long>> BY_COUNT =
      Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry::getKey);

  /** The counts of all originals of each Latin form. */
  private static final class BestOriginals {
    private final Map<String, Map<String, Long>> originals = new HashMap<>();

    void add(String latin, String original, long count) {
      if (!latin.isEmpty()) {
        originals.computeIfAbsent(latin, key -> new HashMap<>(2)).merge(original, count, Long::sum);
      }
    }

    /** Returns the most frequent original of each form, the most frequent forms first. */
    List<RomanizedEntry> entries(int max) {
      return originals.entrySet().stream()
          .map(
              form -> {
                Map.Entry<String, Long> best =
                    form.getValue().entrySet().stream().min(BY_COUNT).orElseThrow();
                return new RomanizedEntry(form.getKey(), best.getKey(), best.getValue());
              })
          .sorted(
              Comparator.comparingLong(RomanizedEntry::count)
                  .reversed()
                  .thenComparing(RomanizedEntry::latin))
          .limit(max)
          .toList();
    }
  }
}
