// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.Span;

/**
 * Finds multi-word noun phrases in English text with closed-class words alone, without a parser or
 * a part-of-speech tagger. A phrase starts after an article, a possessive or a preposition. It ends
 * before punctuation, a stop word, an adverb in <em>-ly</em>, a frequent verb, or, after its first
 * word, a form in <em>-ed</em> or <em>-ing</em>. Only phrases of two to four words are returned.
 *
 * <p>The method therefore misses phrases without an article or preposition before them, and
 * includes an uninflected verb that follows a noun (<em>the dog barks</em>): it finds fewer phrases
 * than a parser, and some of its results are not noun phrases.
 */
public final class EnglishNounPhraseExtractor {
  private static final Language ENGLISH = Language.of("en");
  private static final int MIN_WORDS = 2;
  private static final int MAX_WORDS = 4;

  /** Verbs that are rarely nouns; forms in -ed and -ing need no list. */
  private static final Set<String> VERBS =
      EnglishWords.words(
          """
          said says say made make makes went go goes gone took take takes taken came come comes got
          get gets gotten gave give gives given found find finds told tell tells knew know knows
          known saw see sees seen thought think thinks became become becomes began begin begins
          begun brought bring brings kept keep keeps held hold left leave leaves put puts felt feel
          feels seem seems sat sit sits stood stand stands lost lose loses met meet meets ran run
          runs paid pay pays heard hear hears spoke speak speaks spoken wrote write writes written
          read reads grew grow grows grown sent send sends built build builds understood understand
          understands ate eat eats eaten fell fall falls fallen bought buy buys caught catch catches
          taught teach teaches want wants believe believes happen happens include includes remain
          remains exist exists contain contains appear appears require requires allow allows
          """);

  /** Nouns in -ing and -ed that often end a phrase. */
  private static final Set<String> NOUNS =
      EnglishWords.words(
          """
          building meeting morning evening wedding clothing string spring king ring thing setting
          settings heading drawing spacing formatting training ceiling feeling painting warning
          wing bed seed speed need breed shed
          """);

  private EnglishNounPhraseExtractor() {}

  /** The phrases of a sentence, in order; words in lower case, separated by a space. */
  public static List<String> extract(String sentence) {
    return find(sentence, false);
  }

  /**
   * The phrases of a title or heading, in which a phrase may also start at the beginning, after
   * punctuation, and after an initial form in <em>-ing</em> (<em>Inserting Page Numbers</em>).
   */
  public static List<String> extractFromTitle(String title) {
    return find(title, true);
  }

  private static List<String> find(String text, boolean title) {
    List<String> phrases = new ArrayList<>();
    List<String> run = new ArrayList<>();
    boolean open = title;
    int end = 0;
    for (Span span : WordSegmenter.split(text, ENGLISH)) {
      String between = text.substring(end, span.start());
      String original = span.coveredText(text);
      String word = EnglishWords.normalize(original);
      end = span.end();
      if (!between.isBlank() && !between.equals("-")) {
        close(run, phrases);
        open = title;
      }
      if (isOpener(word, original)) {
        close(run, phrases);
        open = true;
      } else if (title && run.isEmpty() && word.endsWith("ing") && !NOUNS.contains(word)) {
        open = true;
      } else if (ends(word, run.isEmpty())) {
        close(run, phrases);
        open = title && EnglishWords.isStopWord(word);
      } else if (open) {
        run.add(word);
      }
    }
    close(run, phrases);
    return phrases;
  }

  /** A possessive form is an opener too: the noun phrase of the possession follows. */
  private static boolean isOpener(String word, String original) {
    return EnglishWords.DETERMINERS.contains(word)
        || EnglishWords.PREPOSITIONS.contains(word)
        || (original.length() == word.length() + 2
            && original.endsWith("s")
            && !EnglishWords.isStopWord(word));
  }

  private static boolean ends(String word, boolean first) {
    return !EnglishWords.isWord(word)
        || EnglishWords.isStopWord(word)
        || VERBS.contains(word)
        || (word.length() > 4 && word.endsWith("ly"))
        || (!first && !NOUNS.contains(word) && (word.endsWith("ed") || word.endsWith("ing")));
  }

  private static void close(List<String> run, List<String> phrases) {
    if (run.size() >= MIN_WORDS && run.size() <= MAX_WORDS) {
      phrases.add(String.join(" ", run));
    }
    run.clear();
  }
}
