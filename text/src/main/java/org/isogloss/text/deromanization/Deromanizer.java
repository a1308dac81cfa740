// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.text.romanization.Romanizer;

/**
 * Writes romanized texts in the script of their language again (back-transliteration). A word is
 * the most frequent word of the table with the same letters, or with the same sounds if that is
 * several times more frequent, or else the most probable sequence of parts of words. In languages
 * without spaces between words, words and parts are sought in all letters between two marks.
 * Everything that is not written in Latin letters is kept. Thread-safe.
 *
 * <p>This is the noisy channel of Knight and Graehl (<i>Machine Transliteration</i>, Computational
 * Linguistics 24(4), 1998) with a model of single words, and a channel in which all spellings of
 * the schemes are equally probable.
 */
public final class Deromanizer {
  private static final Pattern LATIN =
      Pattern.compile(
          "\\p{IsLatin}[\\p{IsLatin}\\p{M}'\u2019\u02bc\u02bb\u02be\u02bf`\u02b9\u02ba]*");

  /** Added to the log-probability of a word that matches only by its sounds. */
  private static final double OTHER_SPELLING = -1.5;

  /** Added for a part that matches only by its sounds, which are more ambiguous. */
  private static final double OTHER_SPELLING_OF_PART = -5;

  /** Added for a word or part that matches only by its outline. */
  private static final double OTHER_OUTLINE = -12;

  /** Added for each part of a word that is not in the table. */
  private static final double PART = -3;

  /** Log-probability of a letter that remains Latin. */
  private static final double LATIN_LETTER = -25;

  /** Number of letters by which another spelling may be longer than that of the table. */
  private static final int LONGER = 4;

  private final Language language;
  private final boolean isSpaced;
  private final Lexicon words;
  private final Lexicon parts;

  public Deromanizer(DeromanizationTable table) {
    this.language = requireNonNull(table, "table is null").language();
    this.isSpaced = Romanizer.separatesWords(language);
    this.words = new Lexicon(table.words(), OTHER_SPELLING);
    this.parts = new Lexicon(table.parts(), OTHER_SPELLING_OF_PART);
  }

  /** The language of the texts. */
  public Language language() {
    return language;
  }

  /** Writes a text in the script of the language. */
  public Deromanization deromanize(String text) {
    StringBuilder original = new StringBuilder();
    int all = 0;
    int known = 0;
    int end = 0;
    Matcher runs = LATIN.matcher(text);
    while (runs.find()) {
      String between = text.substring(end, runs.start());
      if (isSpaced || end == 0 || !between.isBlank()) {
        original.append(between);
      }
      String letters = LatinKeys.letters(runs.group());
      Path path = isSpaced ? spaced(letters) : best(letters, true);
      String written = path.text();
      original.append(
          Character.isUpperCase(runs.group().codePointAt(0)) ? capitalized(written) : written);
      all += letters.length();
      known += path.known();
      end = runs.end();
    }
    original.append(text.substring(end));
    return new Deromanization(language, original.toString(), all == 0 ? 0 : (double) known / all);
  }

  private static String capitalized(String text) {
    int first = text.isEmpty() ? 0 : text.codePointAt(0);
    return text.isEmpty()
        ? text
        : Character.toString(Character.toTitleCase(first))
            + text.substring(Character.charCount(first));
  }

  private Path spaced(String letters) {
    return words
        .find(letters)
        .map(word -> new Path(null, word.original(), word.score(), letters.length()))
        .orElseGet(() -> best(letters, false));
  }

  /**
   * The most probable text of the first letters of a run.
   *
   * @param previous what precedes the last word or part; null if nothing does
   * @param last the last word or part
   * @param score log-probability of the whole
   * @param known number of letters in known words
   */
  private record Path(Path previous, String last, double score, int known) {
    String text() {
      Deque<String> texts = new ArrayDeque<>();
      for (Path path = this; path != null; path = path.previous) {
        texts.addFirst(path.last);
      }
      return String.join("", texts);
    }
  }

  /** Returns the most probable sequence of parts, and of words if there are no spaces. */
  private Path best(String letters, boolean withWords) {
    Path[] paths = new Path[letters.length() + 1];
    paths[0] = new Path(null, "", 0, 0);
    int longest = LONGER + Math.max(parts.longest, withWords ? words.longest : 0);
    for (int from = 0; from < letters.length(); from++) {
      Path path = paths[from];
      String letter = letters.substring(from, from + 1);
      offer(paths, from + 1, path, letter, LATIN_LETTER, 0);
      for (int to = from + 1; to <= Math.min(letters.length(), from + longest); to++) {
        String span = letters.substring(from, to);
        int end = to;
        parts
            .find(span)
            .ifPresent(found -> offer(paths, end, path, found.original(), found.score() + PART, 0));
        if (withWords) {
          words
              .find(span)
              .ifPresent(
                  found -> offer(paths, end, path, found.original(), found.score(), span.length()));
        }
      }
    }
    return paths[letters.length()];
  }

  private static void offer(
      Path[] paths, int end, Path path, String text, double score, int known) {
    double sum = path.score() + score;
    if (paths[end] == null || sum > paths[end].score()) {
      paths[end] = new Path(path, text, sum, path.known() + known);
    }
  }

  /** Entries by letters and by sounds. */
  private static final class Lexicon {
    /** An original with its log-probability. */
    record Scored(String original, double score) {}

    private final Map<String, Scored> byLetters = new HashMap<>();
    private final Map<String, Scored> bySounds = new HashMap<>();
    private final Map<String, Scored> byOutline = new HashMap<>();

    /** Number of letters of the longest entry. */
    private final int longest;

    Lexicon(List<RomanizedEntry> entries, double otherSpelling) {
      this.longest = entries.stream().mapToInt(entry -> entry.latin().length()).max().orElse(0);
      double all = entries.stream().mapToLong(RomanizedEntry::count).sum();
      for (RomanizedEntry entry : entries) {
        double score = Math.log(entry.count() / all);
        String sounds = LatinKeys.sounds(entry.latin());
        keepBest(byLetters, entry.latin(), entry.original(), score);
        keepBest(bySounds, sounds, entry.original(), score + otherSpelling);
        keepBest(byOutline, LatinKeys.outline(sounds), entry.original(), score + OTHER_OUTLINE);
      }
    }

    private static void keepBest(
        Map<String, Scored> map, String key, String original, double score) {
      map.merge(key, new Scored(original, score), (a, b) -> b.score() > a.score() ? b : a);
    }

    Optional<Scored> find(String letters) {
      String sounds = LatinKeys.sounds(letters);
      return Stream.of(
              byLetters.get(letters),
              bySounds.get(sounds),
              byOutline.get(LatinKeys.outline(sounds)))
          .filter(Objects::nonNull)
          .max(Comparator.comparingDouble(Scored::score));
    }
  }
}
