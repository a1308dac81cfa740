package org.isogloss.text.segmentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.text.Span;

/**
 * Finds noun phrases of several words in English text without a parser or a tagger, by the words of
 * the closed classes alone. A phrase opens behind an article, a possessive or a preposition; it
 * takes up words until punctuation, any stop word, an adverb in <em>-ly</em>, a frequent verb, or,
 * behind its first word, a form in <em>-ed</em> or <em>-ing</em> ends it. Of what is found, two to
 * four words are a phrase.
 *
 * <p>So phrases without an article or preposition before them are passed over, and a plain verb
 * behind a noun is taken for one (<em>the dog barks</em>): fewer phrases than a parser would find,
 * and some that are none.
 */
public final class EnglishNounPhraseExtractor {
  private static final Language ENGLISH = Language.of("en");
  private static final int SHORTEST = 2;
  private static final int LONGEST = 4;

  /** Verbs that are hardly ever nouns; forms in -ed and -ing need no list. */
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

  /** Nouns in -ing and -ed that phrases often end with. */
  private static final Set<String> NOUNS =
      EnglishWords.words(
          """
          building meeting morning evening wedding clothing string spring king ring thing setting
          settings heading drawing spacing formatting training ceiling feeling painting warning
          wing bed seed speed need breed shed
          """);

  private EnglishNounPhraseExtractor() {}

  /** The phrases of a sentence, in order, words in small letters with a blank between. */
  public static List<String> extract(String sentence) {
    return find(sentence, false);
  }

  /**
   * The phrases of a title or heading, which needs no article: one may also open at the beginning,
   * behind punctuation, and behind a first form in <em>-ing</em> (<em>Inserting Page Numbers</em>).
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
      String written = span.coveredText(text);
      String word = EnglishWords.normalize(written);
      end = span.end();
      if (!between.isBlank() && !between.equals("-")) {
        close(run, phrases);
        open = title;
      }
      if (isOpener(word, written)) {
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

  /** A possessive opens too: what is owned follows. */
  private static boolean isOpener(String word, String written) {
    return EnglishWords.DETERMINERS.contains(word)
        || EnglishWords.PREPOSITIONS.contains(word)
        || (written.length() == word.length() + 2
            && written.endsWith("s")
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
    if (run.size() >= SHORTEST && run.size() <= LONGEST) {
      phrases.add(String.join(" ", run));
    }
    run.clear();
  }
}
