// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/**
 * Finds the words of which a compound is made: "Krankenhaus", "Versicherung" and "Kranken" in
 * "Krankenhausversicherung". A part is a word of a list of frequent words, and the rest of the
 * compound consists of such words too, with linking elements between them (Koehn and Knight,
 * "Empirical methods for compound splitting", EACL 2003, without its choice of one split: the parts
 * of all splits are found). Very frequent words are not taken for compounds.
 *
 * <p>There are lists for German, Dutch, Swedish, Danish, Norwegian, Finnish and Hungarian.
 * Immutable and thread-safe.
 */
public final class CompoundSplitter {
  private static final int MIN_PART = 4;
  private static final int MIN_WORD = 2 * MIN_PART;
  private static final int MAX_WORD = 64;

  /** Number of the most frequent words of a list, which are not split. */
  private static final int WHOLE_WORDS = 1_000;

  /** Linking elements after a part, and endings that are also words of the list. */
  private enum Rules {
    DE(
        "s es n en er e ens",
        "schaft schaften heit heiten keit keiten lich liche lichen isch ische"),
    NL("s en n e", "heid heden schap lijk lijke"),
    SV("s", "skap heten lighet ningen"),
    DA("s e", "skab heden lighed ningen"),
    NB("s e", "skap heten lighet ningen"),
    FI("n", "minen misen ssaan lleen neen kseen sille siin taan"),
    HU("", "ban ben nak nek ként ához éhez ával ével okat eket");

    private final List<String> links;
    private final Set<String> endings;

    Rules(String links, String endings) {
      this.links = links.isEmpty() ? List.of() : List.of(links.split(" ", -1));
      this.endings = Set.of(endings.split(" ", -1));
    }
  }

  private static final Map<String, Rules> LANGUAGES =
      Map.of(
          "de", Rules.DE, "nl", Rules.NL, "sv", Rules.SV, "da", Rules.DA, "nb", Rules.NB, "no",
          Rules.NB, "nn", Rules.NB, "fi", Rules.FI, "hu", Rules.HU);

  private static final Map<Rules, CompoundSplitter> SPLITTERS = new ConcurrentHashMap<>();

  private final Rules rules;

  /** The rank of each word, from 0 for the most frequent one. */
  private final Map<String, Integer> words;

  private CompoundSplitter(Rules rules, Map<String, Integer> words) {
    this.rules = rules;
    this.words = words;
  }

  /**
   * Returns the splitter of a language; empty if there is none. Its list is read at the first call.
   *
   * @param code a language code as in {@code Language.code}
   */
  public static Optional<CompoundSplitter> of(String code) {
    return Optional.ofNullable(LANGUAGES.get(code))
        .map(
            rules ->
                SPLITTERS.computeIfAbsent(rules, key -> new CompoundSplitter(key, words(key))));
  }

  private static Map<String, Integer> words(Rules rules) {
    String file = "compounds/" + rules.name().toLowerCase(Locale.ROOT) + ".txt.gz";
    Map<String, Integer> words = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(CompoundSplitter.class.getResourceAsStream(file)),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        words.put(line, words.size());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return words;
  }

  /** Whether a word is long enough to be split. */
  public static boolean isLongEnough(int length) {
    return length >= MIN_WORD && length <= MAX_WORD;
  }

  /**
   * Returns the parts of a word in lower case, the longest of those that begin at one place first;
   * empty if the word is not a compound of known words.
   */
  public Set<String> parts(String word) {
    String lower = word.toLowerCase(Locale.ROOT).replace("ß", "ss");
    int length = lower.length();
    if (!isLongEnough(length) || words.getOrDefault(lower, WHOLE_WORDS) < WHOLE_WORDS) {
      return Set.of();
    }
    boolean[] splittable = new boolean[length + 1];
    splittable[length] = true;
    for (int start = length - MIN_PART; start >= 0; start--) {
      for (int end = start + MIN_PART; end <= length && !splittable[start]; end++) {
        // Few places can be split from, and it costs less to see that than to look a word up.
        splittable[start] = continues(lower, end, splittable) && isPart(lower, start, end);
      }
    }
    if (!splittable[0]) {
      return Set.of();
    }
    return reachable(lower, splittable);
  }

  /** Collects the parts of all splits from left to right. */
  private Set<String> reachable(String word, boolean[] splittable) {
    int length = word.length();
    boolean[] reached = new boolean[length + 1];
    reached[0] = true;
    Set<String> parts = new LinkedHashSet<>();
    for (int start = 0; start <= length - MIN_PART; start++) {
      if (!reached[start] || !splittable[start]) {
        continue;
      }
      for (int end = length; end >= start + MIN_PART; end--) {
        if (continues(word, end, splittable) && isPart(word, start, end)) {
          parts.add(word.substring(start, end));
          reached[end] = true;
          for (String link : rules.links) {
            if (word.startsWith(link, end)) {
              reached[end + link.length()] = true;
            }
          }
        }
      }
    }
    return parts;
  }

  /** Whether a word is a part there; the whole word is not a part of itself. */
  private boolean isPart(String word, int start, int end) {
    if (end - start == word.length()) {
      return false;
    }
    String part = word.substring(start, end);
    return words.containsKey(part) && !(start > 0 && rules.endings.contains(part));
  }

  /** Whether a word can be split from a place on, perhaps after a linking element. */
  private boolean continues(String word, int end, boolean[] splittable) {
    if (splittable[end]) {
      return true;
    }
    for (String link : rules.links) {
      int next = end + link.length();
      if (next < word.length() && splittable[next] && word.startsWith(link, end)) {
        return true;
      }
    }
    return false;
  }
}
