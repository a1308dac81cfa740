// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;

/**
 * The operators of a query. An operator stands at the beginning of a word; the same characters
 * elsewhere are text, and so is everything that is no complete operator.
 *
 * <ul>
 *   <li>{@code "two words"}, in the quotation marks of any language: the document contains the
 *       words one after the other
 *   <li>{@code -word}, {@code -"two words"}, {@code -field:value}: it does not
 *   <li>{@code +word}: it contains the word
 *   <li>{@code word*}: it contains a word that begins so
 *   <li>{@code field:value}, {@code field:"a value"}: a field has the value, if the index has such
 *       a field and the value is one of its type
 * </ul>
 *
 * <p>Excluded words and conditions on fields are removed from the text that is searched; of the
 * others, only the operators are.
 */
public final class QuerySyntax {
  /** Maximum number of conditions; a text with more operators was not typed as a query. */
  private static final int MAX_CONDITIONS = 50;

  /** Maximum number of beginnings of words, each of which may be that of all words of an index. */
  private static final int MAX_PREFIXES = 10;

  private static final String EXCLUDING = "-−－﹣";
  private static final String REQUIRING = "+＋﹢";

  /** What can be required or excluded: not the option -Dname=value. */
  private static final Pattern WORD =
      Pattern.compile("(?<word>\\p{L}[^\\s=/\\\\*＊]*+)(?<star>[*＊]?)");

  /** The beginning of a word, which is followed by an asterisk. */
  private static final Pattern PREFIX =
      Pattern.compile("(?<word>\\p{L}[\\p{L}\\p{M}\\p{N}_]*+)[*＊]");

  private static final Pattern FIELD =
      Pattern.compile("(?<field>[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]*+)[:：](?!//)(?=\\S)");

  private static final Pattern TRAILING_PUNCTUATION = Pattern.compile("[\\p{P}&&[^*]]+$");
  private static final Pattern ASTERISKS = Pattern.compile("[*＊]+$");

  /** Nothing but blanks, control characters and format characters. */
  private static final Pattern INVISIBLE = Pattern.compile("[\\s\\p{Z}\\p{C}]*");

  private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");

  private final String text;
  private final FieldCondition fields;
  private final StringBuilder searched = new StringBuilder();
  private final List<Filter> conditions = new ArrayList<>();

  private QuerySyntax(String text, FieldTypes types) {
    this.text = text;
    this.fields = new FieldCondition(types);
  }

  /**
   * Parses what a user typed. Every text is a query: what is no operator is searched as it is.
   *
   * @param types types of the fields of the index
   */
  public static ParsedQuery parse(String text, FieldTypes types) {
    return new QuerySyntax(text, types).parse();
  }

  /**
   * Returns the text of a query if it has a character that can be seen.
   *
   * @throws IsoglossException if it is empty, or consists of white space and invisible characters
   */
  public static String requireVisible(String text) {
    if (INVISIBLE.matcher(text).matches()) {
      throw new IsoglossException(
          "the query is empty: expected words to search for, such as \"green tea\"");
    }
    return text;
  }

  private ParsedQuery parse() {
    boolean atWord = true;
    int next = 0;
    while (next < text.length()) {
      int end = operator(next, atWord);
      if (end == next) {
        int character = text.codePointAt(next);
        end = next + Character.charCount(character);
        searched.appendCodePoint(character);
        atWord = (atWord && Characters.isBlank(character)) || Characters.isSpace(character);
      } else {
        atWord = false;
      }
      next = end;
    }
    List<Filter> different = conditions.stream().distinct().toList();
    boolean typed = !conditions.isEmpty() && conditions.size() <= MAX_CONDITIONS;
    return typed && prefixes(different) <= MAX_PREFIXES
        ? new ParsedQuery(SPACES.matcher(searched).replaceAll(" ").strip(), different)
        : new ParsedQuery(text, List.of());
  }

  private static long prefixes(List<Filter> conditions) {
    return conditions.stream()
        .map(condition -> condition instanceof Filter.Not not ? not.filter() : condition)
        .filter(Filter.ContainsPrefix.class::isInstance)
        .count();
  }

  /**
   * Reads an operator.
   *
   * @param atWord whether a word begins at the position
   * @return the position after it; the given one if there is no operator
   */
  private int operator(int start, boolean atWord) {
    if (Quotation.mayOpen(text, start)) {
      Optional<Quotation> quotation = Quotation.at(text, start);
      if (quotation.isPresent()) {
        return phrase(quotation.get(), /* excluded= */ false);
      }
    }
    if (!atWord) {
      return start;
    }
    boolean excluded = EXCLUDING.indexOf(text.charAt(start)) >= 0;
    if (excluded || REQUIRING.indexOf(text.charAt(start)) >= 0) {
      return signed(start, excluded);
    }
    int end = field(start, /* excluded= */ false);
    return end == start ? prefix(start) : end;
  }

  private int phrase(Quotation quotation, boolean excluded) {
    String words = ASTERISKS.matcher(quotation.text()).replaceAll("").strip();
    add(new Filter.Contains(words), words, excluded);
    return quotation.end();
  }

  /** Adds a condition, and the words that are searched unless they are excluded. */
  private void add(Filter condition, String words, boolean excluded) {
    conditions.add(excluded ? condition.negated() : condition);
    if (!excluded) {
      searched.append(words);
    }
  }

  /** Reads what follows a plus or a minus. */
  private int signed(int start, boolean excluded) {
    Optional<Quotation> quotation = Quotation.at(text, start + 1);
    if (quotation.isPresent()) {
      return phrase(quotation.get(), excluded);
    }
    int end = field(start + 1, excluded);
    if (end > start + 1) {
      return end;
    }
    int endOfToken = Characters.endOfToken(text, start + 1);
    String token = text.substring(start + 1, endOfToken);
    String bare = TRAILING_PUNCTUATION.matcher(token).replaceAll("");
    Matcher word = WORD.matcher(bare);
    if (!word.matches() || !isLongEnough(word.group("word"))) {
      return start;
    }
    String letters = word.group("word");
    boolean isPrefix = !word.group("star").isEmpty();
    add(
        isPrefix ? new Filter.ContainsPrefix(letters) : new Filter.Contains(letters),
        letters + token.substring(bare.length()),
        excluded);
    return endOfToken;
  }

  private int prefix(int start) {
    Matcher word = PREFIX.matcher(text).region(start, text.length());
    if (!word.lookingAt() || !isEndOfToken(word.end()) || !isLongEnough(word.group("word"))) {
      return start;
    }
    add(new Filter.ContainsPrefix(word.group("word")), word.group("word"), /* excluded= */ false);
    return word.end();
  }

  private boolean isEndOfToken(int at) {
    return at == text.length() || Characters.isSpace(text.codePointAt(at));
  }

  /** A single letter is an option such as -l, or a name such as A*, except in Chinese. */
  private static boolean isLongEnough(String word) {
    return Character.isIdeographic(word.codePointAt(0))
        || word.codePoints().filter(Character::isLetterOrDigit).count() > 1;
  }

  private int field(int start, boolean excluded) {
    Matcher matcher = FIELD.matcher(text).region(start, text.length());
    matcher.useTransparentBounds(true);
    if (!matcher.lookingAt() || !fields.isField(matcher.group("field"))) {
      return start;
    }
    Optional<Quotation> quotation = Quotation.at(text, matcher.end());
    int end =
        quotation.map(Quotation::end).orElseGet(() -> Characters.endOfToken(text, matcher.end()));
    String value =
        quotation
            .map(Quotation::text)
            .orElseGet(() -> text.substring(matcher.end(), end).replaceAll("[,;，；]+$", ""));
    Optional<Filter> condition = fields.of(matcher.group("field"), value);
    condition.ifPresent(found -> add(found, "", excluded));
    return condition.isPresent() ? end : start;
  }
}
