// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.measure.text.UnicodeText;

/**
 * Normalises answers before they are compared: lower case, no punctuation, no articles, single
 * blanks. There are two definitions, that of SQuAD (Rajpurkar et al. 2016) and that of MLQA (Lewis
 * et al. 2020), and results are comparable only within one.
 */
public final class AnswerNormalizer {
  /**
   * An article is neither preceded nor followed by a letter or digit, as in Python's {@code \\b}.
   */
  private static final String WORD = "[\\p{L}\\p{N}_]";

  private static final Pattern ENGLISH = articles("a|an|the");
  private static final String ASCII_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  /** The articles of MLQA's languages; those without articles are in {@link #MLQA_LANGUAGES}. */
  private static final Map<String, Pattern> MLQA_ARTICLES =
      Map.of(
          "en", ENGLISH,
          "es", articles("un|una|unos|unas|el|la|los|las"),
          "vi", articles("của|là|cái|chiếc|những"),
          "de", articles("ein|eine|einen|einem|eines|einer|der|die|das|den|dem|des"),
          // The prefix is removed wherever it occurs, also inside words.
          "ar", Pattern.compile("ال"));

  private static final Set<String> MLQA_LANGUAGES =
      Set.of("ar", "de", "en", "es", "hi", "vi", "zh");

  private static final AnswerNormalizer SQUAD =
      new AnswerNormalizer(AnswerNormalizer::isAsciiPunctuation, Optional.of(ENGLISH), false);

  private final IntPredicate punctuation;
  private final Optional<Pattern> articles;
  private final boolean ideographs;

  private AnswerNormalizer(
      IntPredicate punctuation, Optional<Pattern> articles, boolean ideographs) {
    this.punctuation = punctuation;
    this.articles = articles;
    this.ideographs = ideographs;
  }

  private static Pattern articles(String alternatives) {
    return Pattern.compile("(?<!" + WORD + ")(?:" + alternatives + ")(?!" + WORD + ")");
  }

  /**
   * SQuAD's normalisation, which XTREME also applies to XQuAD and TyDi QA in every language: ASCII
   * punctuation and English articles are removed, tokens are separated by white space.
   */
  public static AnswerNormalizer squad() {
    return SQUAD;
  }

  /**
   * MLQA's normalisation: punctuation of Unicode and the articles of the language are removed. In
   * Chinese, each ideograph from U+4E00 to U+9FA5 is a token of its own.
   *
   * @param language the language of the answers
   * @throws IsoglossException if it is not a language of MLQA: ar, de, en, es, hi, vi, zh
   */
  public static AnswerNormalizer mlqa(Language language) {
    String code = language.code();
    if (!MLQA_LANGUAGES.contains(code)) {
      throw new IsoglossException(
          "MLQA does not define the normalisation of answers in "
              + language
              + ", expected ar, de, en, es, hi, vi or zh: use SQuAD's normalisation");
    }
    return new AnswerNormalizer(
        AnswerNormalizer::isPunctuation,
        Optional.ofNullable(MLQA_ARTICLES.get(code)),
        code.equals("zh"));
  }

  /** Returns the tokens of {@link #tokens}, separated by blanks. */
  public String normalize(String answer) {
    return String.join(" ", tokens(answer));
  }

  /** Splits the normalised answer into its tokens; empty if nothing remains. */
  public List<String> tokens(String answer) {
    StringBuilder text = new StringBuilder();
    UnicodeText.lowercase(answer)
        .codePoints()
        .filter(codePoint -> !punctuation.test(codePoint))
        .forEach(text::appendCodePoint);
    String bare =
        articles.isEmpty() ? text.toString() : articles.get().matcher(text).replaceAll(" ");
    return UnicodeText.words(
        ideographs ? UnicodeText.surround(bare, AnswerNormalizer::isIdeograph) : bare);
  }

  private static boolean isIdeograph(int codePoint) {
    return codePoint >= 0x4e00 && codePoint <= 0x9fa5;
  }

  private static boolean isPunctuation(int codePoint) {
    return UnicodeText.isPunctuation(codePoint) || isAsciiPunctuation(codePoint);
  }

  /** Python's {@code string.punctuation}, which includes symbols such as $ and +. */
  private static boolean isAsciiPunctuation(int codePoint) {
    return ASCII_PUNCTUATION.indexOf(codePoint) >= 0;
  }
}
