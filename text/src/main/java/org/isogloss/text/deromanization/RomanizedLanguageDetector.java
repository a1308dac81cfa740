// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.isogloss.core.Language;

/**
 * Identifies the languages of texts in Latin letters, among them those that are romanized, by a
 * naive Bayes classifier of character n-grams (as Lui and Baldwin, <i>langid.py</i>, ACL 2012,
 * without their selection of features). Thread-safe.
 */
final class RomanizedLanguageDetector {
  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}]+");

  /** N-grams of 1 to this number of characters. */
  static final int MAX_ORDER = 5;

  static final int BUCKETS = 1 << 16;

  /** Levels of a unit of the natural logarithm. */
  static final double RESOLUTION = 16;

  private final List<Language> languages;

  /** {@code byte[languages][BUCKETS]}: negative log-probabilities. */
  private final byte[][] costs;

  RomanizedLanguageDetector(List<Language> languages, byte[][] costs) {
    this.languages = List.copyOf(languages);
    this.costs = requireNonNull(costs, "costs is null");
  }

  /**
   * A language with the mean log-probability of the n-grams of a text.
   *
   * @param language {@code ru-Latn} for romanized Russian
   * @param count number of n-grams
   */
  record Score(Language language, double logProbability, int count) {}

  /** Returns the scores of all languages, the highest first; none for a text without letters. */
  List<Score> scores(String text) {
    int[] buckets = buckets(text);
    if (buckets.length == 0) {
      return List.of();
    }
    return IntStream.range(0, languages.size())
        .mapToObj(
            language -> {
              long cost = 0;
              for (int bucket : buckets) {
                cost += costs[language][bucket] & 0xff;
              }
              return new Score(
                  languages.get(language), -cost / RESOLUTION / buckets.length, buckets.length);
            })
        .sorted((a, b) -> Double.compare(b.logProbability(), a.logProbability()))
        .toList();
  }

  /** The languages that it distinguishes; {@code ru-Latn} is romanized Russian. */
  List<Language> languages() {
    return languages;
  }

  /** Reads a detector that {@link #write} wrote. */
  static RomanizedLanguageDetector read(InputStream file) throws IOException {
    DataInputStream in = new DataInputStream(file);
    int count = in.readUnsignedShort();
    List<Language> languages = new ArrayList<>();
    List<byte[]> costs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      languages.add(Language.of(in.readUTF()));
      byte[] read = new byte[BUCKETS];
      in.readFully(read);
      costs.add(read);
    }
    return new RomanizedLanguageDetector(languages, costs.toArray(byte[][]::new));
  }

  void write(DataOutputStream out) throws IOException {
    out.writeShort(languages.size());
    for (int i = 0; i < costs.length; i++) {
      out.writeUTF(languages.get(i).tag());
      out.write(costs[i]);
    }
  }

  /** Returns the buckets of the n-grams of a text, in which each word has a space on both sides. */
  static int[] buckets(String text) {
    StringBuilder padded = new StringBuilder(" ");
    for (String word : NO_LETTERS.split(normalized(text))) {
      if (!word.isEmpty()) {
        padded.append(word).append(' ');
      }
    }
    if (padded.length() == 1) {
      return new int[0];
    }
    IntStream.Builder buckets = IntStream.builder();
    for (int from = 0; from < padded.length(); from++) {
      int hash = 0;
      for (int to = from; to < Math.min(padded.length(), from + MAX_ORDER); to++) {
        hash = hash * 31 + padded.charAt(to);
        if (to > from || padded.charAt(to) != ' ') {
          buckets.add(spread(hash) & (BUCKETS - 1));
        }
      }
    }
    return buckets.build().toArray();
  }

  private static String normalized(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }

  private static int spread(int hash) {
    int mixed = hash * 0x9E3779B9;
    return mixed ^ (mixed >>> 15);
  }
}
