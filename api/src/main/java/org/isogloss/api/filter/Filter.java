// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.filter;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.MetadataValue;

/**
 * A condition on the fields or the text of a document. A search with a filter finds only documents
 * that meet it, whatever the pipeline.
 *
 * <pre>{@code
 * Filter.parse("category = \"recipe\" and date >= 2024-01-01 and not archived")
 * Filter.equal("category", "recipe").and(Filter.atLeast("date", "2024-01-01"))
 * }</pre>
 *
 * <pre>{@code
 * filter    = and-term { "or" and-term }
 * and-term  = term { "and" term }
 * term      = "not" term | "(" filter ")" | condition
 * condition = field ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) value
 *           | field "in" "(" value { "," value } ")"
 *           | field "exists"
 *           | "contains" a "quoted" string                words, or the beginning of one: "soup*"
 *           | field                                        short for: field = true
 * field     = a name such as category or author.name | a "quoted" name
 * value     = a "quoted" string | a number | a date such as 2024-05-31 | true | false
 * }</pre>
 *
 * <p>A field with a list meets a condition if one of its values does; {@code !=} is met if no value
 * is equal, and therefore by documents without the field. A date without time is a whole day:
 * {@code date > 2024-01-01} begins with the second. Strings are ordered by their code points. In
 * addition to the fields of the documents, there are {@code id} and {@code language}, which
 * compares as {@link org.isogloss.core.LanguageRange} does: {@code language = "zh"} is Chinese in
 * any script.
 *
 * <p>A document contains words if one of its passages, with the title of the document, has them
 * next to each other in this order. The words are compared as the analyzer of the passage's
 * language reads them: with another ending, a word is the same word. Stop words of a language are
 * not compared: {@code contains "the"} is met by all English documents, and so is its negation.
 */
public sealed interface Filter {
  /** The field with the language of a document. */
  String LANGUAGE = "language";

  /** The field with the id of a document. */
  String ID = "id";

  /** How a value of a document is compared. */
  enum Operator {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    @Override
    public String toString() {
      return symbol;
    }
  }

  /** A comparison of a field with a value. */
  record Comparison(String field, Operator operator, MetadataValue value) implements Filter {
    public Comparison {
      requireName(field);
      requireNonNull(operator, "operator is null");
      requireScalar(value);
    }

    @Override
    public String toString() {
      return quoteName(field) + " " + operator + " " + quote(value);
    }
  }

  /** A field is equal to one of some values. */
  record OneOf(String field, List<MetadataValue> values) implements Filter {
    public OneOf {
      requireName(field);
      values = List.copyOf(values);
      values.forEach(Filter::requireScalar);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("no value is given, expected one or more");
      }
    }

    @Override
    public String toString() {
      return quoteName(field)
          + values.stream().map(Filter::quote).collect(Collectors.joining(", ", " in (", ")"));
    }
  }

  /** A field has a value. */
  record Exists(String field) implements Filter {
    public Exists {
      requireName(field);
    }

    @Override
    public String toString() {
      return quoteName(field) + " exists";
    }
  }

  /**
   * The text of a document contains some words, one after the other.
   *
   * @param words a word or a phrase, not blank and not with an asterisk at the end
   */
  record Contains(String words) implements Filter {
    public Contains {
      requireText(words);
      if (words.endsWith("*")) {
        throw new IllegalArgumentException(
            "the words end with *, which the beginning of a word does: " + words);
      }
    }

    @Override
    public String toString() {
      return "contains " + quote(words);
    }
  }

  /**
   * The text of a document contains a word that begins with some letters.
   *
   * @param prefix the beginning of a word, not blank
   */
  record ContainsPrefix(String prefix) implements Filter {
    static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]");

    public ContainsPrefix {
      requireText(prefix);
      if (SPACE.matcher(prefix).find()) {
        throw new IllegalArgumentException("prefix is \"" + prefix + "\", expected one word");
      }
    }

    @Override
    public String toString() {
      return "contains " + quote(prefix + "*");
    }
  }

  /** All of some conditions are met. */
  record And(List<Filter> filters) implements Filter {
    public And {
      filters = List.copyOf(filters);
    }

    @Override
    public String toString() {
      return join(filters, " and ");
    }
  }

  /** One or more of some conditions are met. */
  record Or(List<Filter> filters) implements Filter {
    public Or {
      filters = List.copyOf(filters);
    }

    @Override
    public String toString() {
      return join(filters, " or ");
    }
  }

  /** A condition is not met. */
  record Not(Filter filter) implements Filter {
    public Not {
      requireNonNull(filter, "filter is null");
    }

    @Override
    public String toString() {
      return "not " + parenthesised(filter);
    }
  }

  /**
   * Parses a filter.
   *
   * @throws IsoglossException if the text is not one; the message shows where
   */
  static Filter parse(String text) {
    return new FilterParser(text).parse();
  }

  static Filter equal(String field, String value) {
    return new Comparison(field, Operator.EQUAL, MetadataValue.of(value));
  }

  static Filter equal(String field, double value) {
    return new Comparison(field, Operator.EQUAL, MetadataValue.of(value));
  }

  static Filter equal(String field, boolean value) {
    return new Comparison(field, Operator.EQUAL, MetadataValue.of(value));
  }

  static Filter atLeast(String field, double value) {
    return new Comparison(field, Operator.AT_LEAST, MetadataValue.of(value));
  }

  /** Returns a filter of dates. */
  static Filter atLeast(String field, String date) {
    return new Comparison(field, Operator.AT_LEAST, MetadataValue.of(date));
  }

  static Filter atMost(String field, double value) {
    return new Comparison(field, Operator.AT_MOST, MetadataValue.of(value));
  }

  /** Returns a filter of dates. */
  static Filter atMost(String field, String date) {
    return new Comparison(field, Operator.AT_MOST, MetadataValue.of(date));
  }

  static Filter oneOf(String field, String... values) {
    return new OneOf(field, Stream.of(values).map(MetadataValue::of).toList());
  }

  static Filter exists(String field) {
    return new Exists(field);
  }

  /** Returns the condition that a document contains some words, one after the other. */
  static Filter contains(String words) {
    return new Contains(words);
  }

  /** Returns the condition that a document contains a word that begins with some letters. */
  static Filter containsPrefix(String prefix) {
    return new ContainsPrefix(prefix);
  }

  /** Returns the condition that both this and another one are met. */
  default Filter and(Filter other) {
    return new And(List.of(this, other));
  }

  /** Returns the condition that this, another one or both are met. */
  default Filter or(Filter other) {
    return new Or(List.of(this, other));
  }

  /** Returns the condition that this one is not met. */
  default Filter negated() {
    return new Not(this);
  }

  private static void requireName(String field) {
    if (requireNonNull(field, "field is null").isBlank()) {
      throw new IllegalArgumentException("a condition needs the name of a field");
    }
  }

  private static void requireText(String words) {
    if (requireNonNull(words, "words is null").isBlank()) {
      throw new IllegalArgumentException("contains needs a word");
    }
  }

  private static void requireScalar(MetadataValue value) {
    if (requireNonNull(value, "value is null") instanceof MetadataValue.ListValue) {
      throw new IllegalArgumentException("a field is compared with a list, expected one value");
    }
  }

  private static String join(List<Filter> filters, String operator) {
    return filters.stream().map(Filter::parenthesised).collect(Collectors.joining(operator));
  }

  private static String parenthesised(Filter filter) {
    return filter instanceof And || filter instanceof Or ? "(" + filter + ")" : filter.toString();
  }

  private static String quoteName(String field) {
    boolean plain =
        FilterParser.NAME.matcher(field).matches()
            && !FilterParser.KEYWORDS.contains(field.toLowerCase(Locale.ROOT));
    return plain ? field : quote(field);
  }

  private static String quote(MetadataValue value) {
    return value instanceof MetadataValue.StringValue string
        ? quote(string.value())
        : value.toString();
  }

  private static String quote(String text) {
    return "\"" + Pattern.compile("[\\\\\"]").matcher(text).replaceAll("\\\\$0") + "\"";
  }
}
