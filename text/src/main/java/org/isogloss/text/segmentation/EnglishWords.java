// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.Span;

/**
 * English words for query generation, with a list of stop words. The stop words are those of the
 * closed classes (articles, pronouns, prepositions, conjunctions, auxiliary verbs, a few adverbs),
 * which carry no information about the topic of a text.
 */
public final class EnglishWords {
  private static final Language ENGLISH = Language.of("en");

  /** Articles, demonstratives, quantifiers and possessives: a noun phrase follows. */
  static final Set<String> DETERMINERS =
      words(
          """
          a an the this that these those my your his her its our their whose each every either
          neither some any no another both all few several many much most more less fewer other
          such what which one two three four five six seven eight nine ten
          """);

  /** Prepositions: a noun phrase follows. */
  static final Set<String> PREPOSITIONS =
      words(
          """
          about above across after against along among around at before behind below beneath beside
          besides between beyond by despite during except for from in inside into like near of off
          on onto outside over past per since through throughout toward towards under until unto
          upon via with within without
          """);

  private static final Set<String> OTHERS =
      words(
          """
          i me we us you he him she it they them who whom myself yourself himself herself itself
          ourselves yourselves themselves mine yours hers ours theirs someone somebody something
          anyone anybody anything everyone everybody everything nobody nothing none
          to and or but nor so yet if because as than though although unless while whereas whether
          when whenever where wherever why how however therefore thus hence
          be am is are was were been being do does did done doing have has had having can could may
          might must shall should will would ought need dare let cannot
          don didn doesn isn wasn aren weren couldn wouldn shouldn mustn needn hasn haven hadn won
          ain
          not only just very too also even still again already always never ever often sometimes
          usually here there now then once up down out away back quite rather almost enough perhaps
          maybe yes oh please own same etc else instead both
          """);

  private EnglishWords() {}

  static Set<String> words(String list) {
    return Set.copyOf(Arrays.asList(list.strip().split("\\s+", -1)));
  }

  /**
   * The words of a text in order, in lower case and without an apostrophe and the letters after it:
   * {@code Tom's} becomes {@code tom}, {@code don't} becomes {@code don}. A token without letters
   * or with only one letter is not a word.
   */
  public static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    for (Span span : WordSegmenter.split(text, ENGLISH)) {
      String word = normalize(span.coveredText(text));
      if (isWord(word)) {
        words.add(word);
      }
    }
    return words;
  }

  /** Converts a token to lower case and removes the apostrophe and the letters after it. */
  static String normalize(String token) {
    int end = 0;
    while (end < token.length() && token.charAt(end) != '\'' && token.charAt(end) != '’') {
      end++;
    }
    return token.substring(0, end).toLowerCase(Locale.ROOT);
  }

  static boolean isWord(String word) {
    return word.length() > 1 && word.codePoints().anyMatch(Character::isLetter);
  }

  /**
   * Whether a word belongs to a closed class.
   *
   * @param word a word as returned by {@link #split}
   */
  public static boolean isStopWord(String word) {
    return DETERMINERS.contains(word) || PREPOSITIONS.contains(word) || OTHERS.contains(word);
  }

  /** The words that are not stop words, without duplicates, in order. */
  public static List<String> contentWords(List<String> words) {
    return words.stream().filter(word -> !isStopWord(word)).distinct().toList();
  }
}
