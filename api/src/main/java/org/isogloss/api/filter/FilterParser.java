// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.filter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.api.field.DatePeriod;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;

/** Parses the language of {@link Filter} by recursive descent. Keywords ignore case. */
final class FilterParser {
  static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-]*");
  static final Set<String> KEYWORDS = Set.of("and", "or", "not", "in", "exists", "true", "false");

  private static final int MAX_LENGTH = 100_000;
  private static final int MAX_NESTING = 100;

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*+(?:(?<name>"
              + NAME.pattern()
              + ")|(?<number>[+-]?[0-9.][0-9A-Za-z:.+\\-]*)"
              + "|\"(?<quoted>(?:[^\"\\\\]|\\\\.)*+)\""
              + "|(?<symbol><=|>=|!=|[=<>(),]))",
          Pattern.DOTALL);

  /** The kinds of tokens. */
  private enum Kind {
    NAME,
    NUMBER,
    QUOTED,
    SYMBOL,
    END
  }

  /** A token and its position in the text. */
  private record Token(Kind kind, String text, int start) {
    boolean is(String symbol) {
      return (kind == Kind.SYMBOL && text.equals(symbol)) || isKeyword(symbol);
    }

    private boolean isKeyword(String keyword) {
      return kind == Kind.NAME && text.toLowerCase(Locale.ROOT).equals(keyword);
    }
  }

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int next;
  private int nesting;

  FilterParser(String text) {
    this.text = text;
  }

  Filter parse() {
    if (text.length() > MAX_LENGTH) {
      throw new IsoglossException(
          "the filter has " + text.length() + " characters, expected at most " + MAX_LENGTH);
    }
    tokenize();
    Filter filter = disjunction();
    if (peek().kind != Kind.END) {
      throw error("expected and, or, or the end");
    }
    return filter;
  }

  private void tokenize() {
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    int end = text.stripTrailing().length();
    while (at < end) {
      matcher.region(at, end);
      if (!matcher.lookingAt()) {
        while (Character.isWhitespace(text.charAt(at))) {
          at++;
        }
        tokens.add(new Token(Kind.SYMBOL, text.substring(at, end), at));
        next = tokens.size() - 1;
        throw error(
            text.charAt(at) == '"'
                ? "the quotation mark is not closed"
                : "expected a field, a comparison such as =, or a value");
      }
      at = matcher.end();
      tokens.add(token(matcher));
    }
    tokens.add(new Token(Kind.END, "", end));
  }

  private static Token token(Matcher matcher) {
    if (matcher.group("name") != null) {
      return new Token(Kind.NAME, matcher.group("name"), matcher.start("name"));
    }
    if (matcher.group("number") != null) {
      return new Token(Kind.NUMBER, matcher.group("number"), matcher.start("number"));
    }
    if (matcher.group("quoted") != null) {
      String quoted = matcher.group("quoted").replaceAll("(?s)\\\\(.)", "$1");
      return new Token(Kind.QUOTED, quoted, matcher.start("quoted") - 1);
    }
    return new Token(Kind.SYMBOL, matcher.group("symbol"), matcher.start("symbol"));
  }

  private Token peek() {
    return tokens.get(next);
  }

  private boolean takeIf(String symbol) {
    if (peek().is(symbol)) {
      next++;
      return true;
    }
    return false;
  }

  private Filter disjunction() {
    List<Filter> parts = new ArrayList<>();
    do {
      parts.add(conjunction());
    } while (takeIf("or"));
    return parts.size() == 1 ? parts.getFirst() : new Filter.Or(parts);
  }

  private Filter conjunction() {
    List<Filter> parts = new ArrayList<>();
    do {
      parts.add(term());
    } while (takeIf("and"));
    return parts.size() == 1 ? parts.getFirst() : new Filter.And(parts);
  }

  private Filter term() {
    if (++nesting > MAX_NESTING) {
      throw error("more than " + MAX_NESTING + " levels of not and parentheses");
    }
    Filter filter;
    if (takeIf("not")) {
      filter = new Filter.Not(term());
    } else if (takeIf("(")) {
      filter = disjunction();
      require(")");
    } else {
      filter = condition();
    }
    nesting--;
    return filter;
  }

  private void require(String symbol) {
    if (!takeIf(symbol)) {
      throw error("expected " + symbol);
    }
  }

  private Filter condition() {
    Token field = peek();
    if (field.isKeyword("contains") && tokens.get(next + 1).kind == Kind.QUOTED) {
      next++;
      return contains();
    }
    boolean named =
        field.kind == Kind.QUOTED
            || (field.kind == Kind.NAME && !KEYWORDS.contains(field.text.toLowerCase(Locale.ROOT)));
    if (!named || field.text.isBlank()) {
      throw error("expected the name of a field");
    }
    next++;
    if (takeIf("exists")) {
      return new Filter.Exists(field.text);
    }
    if (takeIf("in")) {
      require("(");
      List<MetadataValue> values = new ArrayList<>();
      do {
        values.add(value());
      } while (takeIf(","));
      require(")");
      return new Filter.OneOf(field.text, values);
    }
    for (Filter.Operator operator : Filter.Operator.values()) {
      if (takeIf(operator.toString())) {
        return new Filter.Comparison(field.text, operator, value());
      }
    }
    Token follower = peek();
    if (follower.kind == Kind.END || follower.is(")") || follower.is("and") || follower.is("or")) {
      return Filter.equal(field.text, true);
    }
    throw error("expected a comparison such as =, in, or exists after the field " + field.text);
  }

  /** The word is no keyword: a field may have this name. */
  private Filter contains() {
    String words = peek().text.strip();
    boolean isPrefix = words.endsWith("*");
    String stripped = isPrefix ? words.substring(0, words.length() - 1) : words;
    if (stripped.isBlank()) {
      throw error("expected a word after contains");
    }
    if (isPrefix && Filter.ContainsPrefix.SPACE.matcher(stripped).find()) {
      throw error(
          "expected one word before *; write the others as a condition of their own, such as"
              + " contains \"warm\" and contains \"roo*\"");
    }
    next++;
    return isPrefix ? new Filter.ContainsPrefix(stripped) : new Filter.Contains(stripped);
  }

  private MetadataValue value() {
    Token token = peek();
    switch (token.kind) {
      case QUOTED -> {
        next++;
        return MetadataValue.of(token.text);
      }
      case NUMBER -> {
        next++;
        return number(token);
      }
      default -> {
        if (takeIf("true")) {
          return MetadataValue.of(true);
        }
        if (takeIf("false")) {
          return MetadataValue.of(false);
        }
        throw error(
            token.kind == Kind.NAME
                ? "expected a value; put strings in quotation marks: \"" + token.text + "\""
                : "expected a value");
      }
    }
  }

  private MetadataValue number(Token token) {
    try {
      BigDecimal number = new BigDecimal(token.text);
      if (Double.isFinite(number.doubleValue())) {
        return new MetadataValue.NumberValue(number);
      }
    } catch (NumberFormatException e) {
      if (DatePeriod.parse(token.text).isPresent()) {
        return MetadataValue.of(token.text);
      }
    }
    next--;
    throw error("expected a number, or a date such as 2024-05-31");
  }

  private IsoglossException error(String expected) {
    Token at = peek();
    return new IsoglossException(
        "the filter "
            + Excerpt.quote(text)
            + " is not valid: "
            + (at.kind == Kind.END
                ? "at its end"
                : "at "
                    + Excerpt.quote(
                        text.substring(at.start, Math.min(text.length(), at.start + 20)))
                    + " (character "
                    + (at.start + 1)
                    + ")")
            + ", "
            + expected);
  }
}
