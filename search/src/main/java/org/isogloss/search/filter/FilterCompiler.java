// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.api.field.DatePeriod;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.analysis.TermSequence;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;

/**
 * Compiles filters to queries for the passages of an index.
 *
 * @param <Q> a query of the search engine
 */
public final class FilterCompiler<Q> {
  /** Maximum number of conditions, below the number of clauses at which Lucene refuses a query. */
  private static final int MAX_CONDITIONS = 300;

  private final FilterFields fields;
  private final Set<String> codes;
  private final IndexedText text;
  private final FilterQueries<Q> queries;

  /**
   * Creates a compiler.
   *
   * @param types types of the fields of the index
   * @param codes language codes of the index
   * @param text how the words of the index are found
   * @param queries creates queries
   */
  public FilterCompiler(
      FieldTypes types, Set<String> codes, IndexedText text, FilterQueries<Q> queries) {
    this.fields = new FilterFields(types);
    this.codes = codes;
    this.text = text;
    this.queries = queries;
  }

  /**
   * Returns a query that matches the passages of the documents that meet a filter.
   *
   * @throws IsoglossException if the filter names a field that the index does not have, compares it
   *     with a value of another type, or has more than 300 conditions; a list of values is one
   *     condition, except of dates, each of which is one, and of languages, where each script is
   *     two; a negation is one more; or if it contains several words, but the index has no
   *     positions of words
   */
  public Q compile(Filter filter) {
    long conditions = conditions(filter);
    if (conditions > MAX_CONDITIONS) {
      throw new IsoglossException(
          "the filter has "
              + conditions
              + " conditions, expected at most "
              + MAX_CONDITIONS
              + ": combine equal fields, as in field in (\"a\", \"b\"), and successive dates to"
              + " periods");
    }
    return query(filter, /* required= */ true);
  }

  private long conditions(Filter filter) {
    return switch (filter) {
      case Filter.Comparison comparison ->
          comparison.operator() == Filter.Operator.NOT_EQUAL ? 2 : 1;
      case Filter.OneOf oneOf -> conditions(oneOf);
      case Filter.Exists exists -> 1;
      case Filter.Contains contains -> 1;
      case Filter.ContainsPrefix contains -> 1;
      case Filter.And and -> and.filters().stream().mapToLong(this::conditions).sum();
      case Filter.Or or -> or.filters().stream().mapToLong(this::conditions).sum();
      // A negation needs a query for all documents.
      case Filter.Not not -> 1 + conditions(not.filter());
    };
  }

  private long conditions(Filter.OneOf oneOf) {
    if (oneOf.field().equals(Filter.LANGUAGE)) {
      return 1 + 2L * byScript(oneOf).keySet().stream().filter(Optional::isPresent).count();
    }
    return isSet(oneOf.field()) ? 1 : oneOf.values().size();
  }

  /** The languages of a list, with and without scripts. */
  private static Map<Optional<String>, List<LanguageRange>> byScript(Filter.OneOf oneOf) {
    return oneOf.values().stream()
        .map(value -> LanguageRange.of(value.toString()))
        .collect(Collectors.groupingBy(LanguageRange::script));
  }

  /**
   * Compiles a condition.
   *
   * @param required whether a document must meet it, rather than must not
   */
  private Q query(Filter filter, boolean required) {
    return switch (filter) {
      case Filter.Comparison comparison -> compile(comparison);
      case Filter.OneOf oneOf -> oneOf(oneOf);
      case Filter.Exists exists -> exists(exists.field());
      case Filter.Contains contains -> contains(contains.words(), required);
      case Filter.ContainsPrefix contains -> containsPrefix(contains.prefix());
      case Filter.And and -> queries.all(queries(and.filters(), required));
      case Filter.Or or -> queries.any(queries(or.filters(), required));
      case Filter.Not not -> queries.not(query(not.filter(), !required));
    };
  }

  private List<Q> queries(List<Filter> filters, boolean required) {
    return filters.stream().map(filter -> query(filter, required)).toList();
  }

  /**
   * Documents that contain words. A required word may also occur in another form, by which BM25
   * finds it; an excluded one must not occur itself. Languages of which all words are stop words
   * meet both the condition and its negation.
   */
  private Q contains(String words, boolean required) {
    List<Q> found = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (String code : codes) {
      TermSequence terms = TermSequence.of(text.analyzers().forLanguage(code), words);
      if (terms.isEmpty()) {
        unknown.add(code);
        continue;
      }
      if (terms.size() > 1) {
        requirePositions(words);
      }
      found.add(queries.terms(PassageFields.textField(code), terms));
      if (required && terms.size() == 1) {
        found.add(queries.terms(PassageFields.projectedField(code, code), terms));
      }
    }
    if (required && !unknown.isEmpty()) {
      found.add(queries.languages(unknown));
    }
    return found.isEmpty() ? queries.nothing() : queries.wholeDocuments(queries.any(found));
  }

  private void requirePositions(String words) {
    if (!text.positions()) {
      throw new IsoglossException(
          "the condition contains "
              + Excerpt.quote(words)
              + " needs the positions of words, which the index does not have, because an earlier"
              + " version created it; index the collection again into another folder, or search"
              + " for single words");
    }
  }

  /**
   * Documents with a word whose term begins with a prefix, or is the terms of the prefix as a word.
   */
  private Q containsPrefix(String prefix) {
    List<Q> found = new ArrayList<>();
    for (String code : codes) {
      String field = PassageFields.textField(code);
      found.add(queries.termPrefix(field, text.analyzers().normalizedWord(code, prefix)));
      TermSequence word = TermSequence.of(text.analyzers().forLanguage(code), prefix);
      if (word.size() > 1) {
        requirePositions(prefix);
      }
      if (!word.isEmpty()) {
        found.add(queries.terms(field, word));
      }
    }
    return found.isEmpty() ? queries.nothing() : queries.wholeDocuments(queries.any(found));
  }

  private Q exists(String field) {
    return FilterFields.isBuiltIn(field)
        ? queries.everything()
        : queries.exists(field, fields.typeOf(field));
  }

  /** Whether one query finds any number of values of a field; a date is a range instead. */
  private boolean isSet(String field) {
    return FilterFields.isBuiltIn(field) || fields.typeOf(field) != FieldType.DATE;
  }

  private Q oneOf(Filter.OneOf oneOf) {
    String field = oneOf.field();
    List<Filter.Comparison> comparisons =
        oneOf.values().stream()
            .map(value -> new Filter.Comparison(field, Filter.Operator.EQUAL, value))
            .toList();
    List<String> values = oneOf.values().stream().map(MetadataValue::toString).toList();
    if (field.equals(Filter.ID)) {
      return queries.documents(values);
    }
    if (field.equals(Filter.LANGUAGE)) {
      List<Q> languages = new ArrayList<>();
      byScript(oneOf).forEach((script, ranges) -> languages.add(languages(ranges, script)));
      return queries.any(languages);
    }
    FieldType type = fields.typeOf(field);
    return switch (type) {
      case STRING -> {
        comparisons.forEach(FilterCompiler::requireIndexed);
        yield queries.strings(field, type, values);
      }
      case BOOLEAN -> {
        comparisons.forEach(FilterCompiler::requireBoolean);
        yield queries.strings(field, type, values);
      }
      case NUMBER ->
          queries.numbers(field, comparisons.stream().map(FilterCompiler::requireNumber).toList());
      case DATE -> queries.any(comparisons.stream().map(this::date).toList());
    };
  }

  private Q compile(Filter.Comparison comparison) {
    String field = comparison.field();
    if (comparison.operator() == Filter.Operator.NOT_EQUAL) {
      return queries.not(
          compile(new Filter.Comparison(field, Filter.Operator.EQUAL, comparison.value())));
    }
    if (field.equals(Filter.ID)) {
      requireEquality(comparison, "id");
      return queries.documents(List.of(comparison.value().toString()));
    }
    if (field.equals(Filter.LANGUAGE)) {
      requireEquality(comparison, "language");
      LanguageRange range = LanguageRange.of(comparison.value().toString());
      return languages(List.of(range), range.script());
    }
    return switch (fields.typeOf(field)) {
      case STRING -> {
        requireIndexed(comparison);
        yield string(comparison);
      }
      case BOOLEAN -> {
        requireEquality(comparison, "boolean");
        requireBoolean(comparison);
        yield queries.strings(field, FieldType.BOOLEAN, List.of(comparison.value().toString()));
      }
      case NUMBER -> number(comparison);
      case DATE -> date(comparison);
    };
  }

  private static void requireIndexed(Filter.Comparison comparison) {
    String value = comparison.value().toString();
    if (value.length() > MetadataFields.MAX_INDEXED) {
      throw new IsoglossException(
          "the field "
              + Excerpt.quote(comparison.field())
              + " is compared with a string of "
              + value.length()
              + " characters, expected at most "
              + MetadataFields.MAX_INDEXED);
    }
  }

  private static void requireBoolean(Filter.Comparison comparison) {
    if (!(comparison.value() instanceof MetadataValue.BooleanValue)) {
      throw mismatch(comparison, "a boolean", "true or false");
    }
  }

  private Q string(Filter.Comparison comparison) {
    String field = comparison.field();
    String value = comparison.value().toString();
    if (comparison.operator() == Filter.Operator.EQUAL) {
      return queries.strings(field, FieldType.STRING, List.of(value));
    }
    // A number in a field of strings is probably meant as a number: 9 is less than 10, but "9" is
    // greater than "10".
    if (!(comparison.value() instanceof MetadataValue.StringValue)) {
      throw mismatch(comparison, "a string", "a string");
    }
    return queries.stringRange(field, comparison.operator(), value);
  }

  private static double requireNumber(Filter.Comparison comparison) {
    if (!(comparison.value() instanceof MetadataValue.NumberValue number)) {
      throw mismatch(comparison, "a number", "a number such as 5");
    }
    return number.value().doubleValue();
  }

  private Q number(Filter.Comparison comparison) {
    String field = comparison.field();
    double value = requireNumber(comparison);
    return switch (comparison.operator()) {
      case EQUAL -> queries.numbers(field, List.of(value));
      case LESS -> queries.numberRange(field, Double.NEGATIVE_INFINITY, Math.nextDown(value));
      case AT_MOST -> queries.numberRange(field, Double.NEGATIVE_INFINITY, value);
      case GREATER -> queries.numberRange(field, Math.nextUp(value), Double.POSITIVE_INFINITY);
      case AT_LEAST -> queries.numberRange(field, value, Double.POSITIVE_INFINITY);
      case NOT_EQUAL -> throw new IllegalStateException("negated before");
    };
  }

  private Q date(Filter.Comparison comparison) {
    String field = comparison.field();
    Optional<DatePeriod> parsed = DatePeriod.parse(comparison.value().toString());
    DatePeriod period =
        parsed.orElseThrow(() -> mismatch(comparison, "a date", "a date such as 2024-05-31"));
    return switch (comparison.operator()) {
      case EQUAL -> queries.dateRange(field, period.start(), period.end() - 1);
      case LESS -> queries.dateRange(field, Long.MIN_VALUE, period.start() - 1);
      case AT_MOST -> queries.dateRange(field, Long.MIN_VALUE, period.end() - 1);
      case GREATER -> queries.dateRange(field, period.end(), Long.MAX_VALUE);
      case AT_LEAST -> queries.dateRange(field, period.start(), Long.MAX_VALUE);
      case NOT_EQUAL -> throw new IllegalStateException("negated before");
    };
  }

  private static void requireEquality(Filter.Comparison comparison, String type) {
    if (comparison.operator() != Filter.Operator.EQUAL) {
      throw new IsoglossException(
          "the field "
              + Excerpt.quote(comparison.field())
              + " is a "
              + type
              + ", which cannot be compared by "
              + comparison.operator()
              + ", expected = or !=");
    }
  }

  private static IsoglossException mismatch(
      Filter.Comparison comparison, String type, String expected) {
    return new IsoglossException(
        "the field "
            + Excerpt.quote(comparison.field())
            + " is "
            + type
            + ", but it is compared with "
            + Excerpt.unquoted(comparison.value().describe())
            + ", expected "
            + expected);
  }

  /** Passages in any of some languages of the same script. */
  private Q languages(List<LanguageRange> ranges, Optional<String> script) {
    List<String> contained =
        codes.stream()
            .filter(
                code ->
                    ranges.stream().anyMatch(range -> range.containsLanguage(Language.of(code))))
            .toList();
    if (contained.isEmpty()) {
      return queries.nothing();
    }
    Q inLanguages = queries.languages(contained);
    return script
        .map(name -> queries.all(List.of(inLanguages, queries.script(name))))
        .orElse(inLanguages);
  }
}
