// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.filter;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.metadata.DatePeriod;
import org.isogloss.search.metadata.FieldType;
import org.isogloss.search.metadata.FieldTypes;

/** Turns filters into Lucene queries for the passages of an index. */
public final class FilterCompiler {
  /** Maximum number of conditions, below the number of clauses at which Lucene refuses a query. */
  private static final int MAX_CONDITIONS = 300;

  private final FieldTypes types;
  private final Set<String> codes;

  /**
   * Creates a compiler.
   *
   * @param types types of the fields of the index
   * @param codes language codes of the index
   */
  public FilterCompiler(FieldTypes types, Set<String> codes) {
    this.types = types;
    this.codes = codes;
  }

  /**
   * Returns a query that matches the passages of the documents that meet a filter.
   *
   * @throws IsoglossException if the filter names a field that the index does not have, compares it
   *     with a value of another type, or has more than 300 conditions; a list of values is one
   *     condition, except of dates, each of which is one
   */
  public Query compile(Filter filter) {
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
    return query(filter);
  }

  private long conditions(Filter filter) {
    return switch (filter) {
      case Filter.Comparison comparison -> 1;
      case Filter.OneOf oneOf -> isSet(oneOf.field()) ? 1 : oneOf.values().size();
      case Filter.Exists exists -> 1;
      case Filter.And and -> and.filters().stream().mapToLong(this::conditions).sum();
      case Filter.Or or -> or.filters().stream().mapToLong(this::conditions).sum();
      case Filter.Not not -> conditions(not.filter());
    };
  }

  private Query query(Filter filter) {
    return switch (filter) {
      case Filter.Comparison comparison -> compile(comparison);
      case Filter.OneOf oneOf -> oneOf(oneOf);
      case Filter.Exists exists -> exists(exists.field());
      case Filter.And and -> all(and.filters().stream().map(this::query).toList());
      case Filter.Or or -> any(or.filters().stream().map(this::query).toList());
      case Filter.Not not -> not(query(not.filter()));
    };
  }

  private static Query all(List<Query> queries) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    queries.forEach(query -> all.add(query, BooleanClause.Occur.FILTER));
    return all.build();
  }

  private static Query any(List<Query> queries) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    queries.forEach(query -> any.add(query, BooleanClause.Occur.SHOULD));
    return any.build();
  }

  private static Query not(Query query) {
    return new BooleanQuery.Builder()
        .add(MatchAllDocsQuery.INSTANCE, BooleanClause.Occur.FILTER)
        .add(query, BooleanClause.Occur.MUST_NOT)
        .build();
  }

  private Query exists(String field) {
    requireField(field);
    return isBuiltIn(field)
        ? MatchAllDocsQuery.INSTANCE
        : new FieldExistsQuery(MetadataFields.indexedField(field));
  }

  /**
   * Checks that the index has a field.
   *
   * @throws IsoglossException if it does not
   */
  public void requireField(String field) {
    if (!isBuiltIn(field)) {
      typeOf(field);
    }
  }

  private static boolean isBuiltIn(String field) {
    return field.equals(Filter.LANGUAGE) || field.equals(Filter.ID);
  }

  private FieldType typeOf(String field) {
    return types
        .find(field)
        .orElseThrow(
            () -> {
              Set<String> known = new TreeSet<>(types.types().keySet());
              known.addAll(Set.of(Filter.ID, Filter.LANGUAGE));
              String nearest =
                  NameSuggestions.nearest(field, known)
                      .map(name -> "; did you mean " + name + "?")
                      .orElse("");
              return new IsoglossException(
                  "no document has the field "
                      + Excerpt.quote(field)
                      + ", expected one of "
                      + Excerpt.unquoted(String.join(", ", known))
                      + nearest);
            });
  }

  /** Whether one query finds any number of values of a field; a date is a range instead. */
  private boolean isSet(String field) {
    return isBuiltIn(field) || typeOf(field) != FieldType.DATE;
  }

  private Query oneOf(Filter.OneOf oneOf) {
    List<Filter.Comparison> comparisons =
        oneOf.values().stream()
            .map(value -> new Filter.Comparison(oneOf.field(), Filter.Operator.EQUAL, value))
            .toList();
    if (oneOf.field().equals(Filter.ID)) {
      return new TermInSetQuery(PassageFields.ID, bytes(comparisons));
    }
    if (oneOf.field().equals(Filter.LANGUAGE)) {
      return any(comparisons.stream().map(this::compile).distinct().toList());
    }
    String field = MetadataFields.indexedField(oneOf.field());
    return switch (typeOf(oneOf.field())) {
      case STRING -> {
        comparisons.forEach(FilterCompiler::requireIndexed);
        yield KeywordField.newSetQuery(field, bytes(comparisons));
      }
      case BOOLEAN -> {
        comparisons.forEach(FilterCompiler::requireBoolean);
        yield KeywordField.newSetQuery(field, bytes(comparisons));
      }
      case NUMBER ->
          DoubleField.newSetQuery(
              field, comparisons.stream().mapToDouble(FilterCompiler::requireNumber).toArray());
      case DATE -> any(comparisons.stream().map(one -> date(one, field)).toList());
    };
  }

  private static List<BytesRef> bytes(List<Filter.Comparison> comparisons) {
    return comparisons.stream().map(one -> new BytesRef(one.value().toString())).toList();
  }

  private Query compile(Filter.Comparison comparison) {
    if (comparison.operator() == Filter.Operator.NOT_EQUAL) {
      return not(
          compile(
              new Filter.Comparison(
                  comparison.field(), Filter.Operator.EQUAL, comparison.value())));
    }
    if (comparison.field().equals(Filter.ID)) {
      requireEquality(comparison, "id");
      return new TermQuery(PassageFields.idTerm(comparison.value().toString()));
    }
    if (comparison.field().equals(Filter.LANGUAGE)) {
      requireEquality(comparison, "language");
      return language(LanguageRange.of(comparison.value().toString()));
    }
    String field = MetadataFields.indexedField(comparison.field());
    FieldType type = typeOf(comparison.field());
    return switch (type) {
      case STRING -> {
        requireIndexed(comparison);
        yield string(comparison, field);
      }
      case BOOLEAN -> {
        requireEquality(comparison, "boolean");
        requireBoolean(comparison);
        yield KeywordField.newExactQuery(field, comparison.value().toString());
      }
      case NUMBER -> number(comparison, field);
      case DATE -> date(comparison, field);
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

  private static Query string(Filter.Comparison comparison, String field) {
    String value = comparison.value().toString();
    if (comparison.operator() == Filter.Operator.EQUAL) {
      return KeywordField.newExactQuery(field, value);
    }
    // A number in a field of strings is probably meant as a number: 9 is less than 10, but "9" is
    // greater than "10".
    if (!(comparison.value() instanceof MetadataValue.StringValue)) {
      throw mismatch(comparison, "a string", "a string");
    }
    return switch (comparison.operator()) {
      case LESS -> TermRangeQuery.newStringRange(field, null, value, true, false);
      case AT_MOST -> TermRangeQuery.newStringRange(field, null, value, true, true);
      case GREATER -> TermRangeQuery.newStringRange(field, value, null, false, true);
      case AT_LEAST -> TermRangeQuery.newStringRange(field, value, null, true, true);
      case EQUAL, NOT_EQUAL -> throw new IllegalStateException("handled before");
    };
  }

  private static double requireNumber(Filter.Comparison comparison) {
    if (!(comparison.value() instanceof MetadataValue.NumberValue number)) {
      throw mismatch(comparison, "a number", "a number such as 5");
    }
    return number.value().doubleValue();
  }

  private static Query number(Filter.Comparison comparison, String field) {
    double value = requireNumber(comparison);
    return switch (comparison.operator()) {
      case EQUAL -> DoubleField.newExactQuery(field, value);
      case LESS -> DoubleField.newRangeQuery(field, Double.NEGATIVE_INFINITY, Math.nextDown(value));
      case AT_MOST -> DoubleField.newRangeQuery(field, Double.NEGATIVE_INFINITY, value);
      case GREATER ->
          DoubleField.newRangeQuery(field, Math.nextUp(value), Double.POSITIVE_INFINITY);
      case AT_LEAST -> DoubleField.newRangeQuery(field, value, Double.POSITIVE_INFINITY);
      case NOT_EQUAL -> throw new IllegalStateException("negated before");
    };
  }

  private static Query date(Filter.Comparison comparison, String field) {
    Optional<DatePeriod> parsed = DatePeriod.parse(comparison.value().toString());
    DatePeriod period =
        parsed.orElseThrow(() -> mismatch(comparison, "a date", "a date such as 2024-05-31"));
    return switch (comparison.operator()) {
      case EQUAL -> LongField.newRangeQuery(field, period.start(), period.end() - 1);
      case LESS -> LongField.newRangeQuery(field, Long.MIN_VALUE, period.start() - 1);
      case AT_MOST -> LongField.newRangeQuery(field, Long.MIN_VALUE, period.end() - 1);
      case GREATER -> LongField.newRangeQuery(field, period.end(), Long.MAX_VALUE);
      case AT_LEAST -> LongField.newRangeQuery(field, period.start(), Long.MAX_VALUE);
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

  private Query language(LanguageRange range) {
    List<BytesRef> contained =
        codes.stream()
            .filter(code -> range.containsLanguage(Language.of(code)))
            .map(BytesRef::new)
            .toList();
    if (contained.isEmpty()) {
      return new MatchNoDocsQuery("no document is in " + range);
    }
    Query inLanguage = new TermInSetQuery(PassageFields.LANGUAGE, contained);
    return range
        .script()
        .map(
            script ->
                all(
                    List.of(
                        inLanguage,
                        SortedDocValuesField.newSlowExactQuery(
                            PassageFields.SCRIPT, new BytesRef(script)))))
        .orElse(inLanguage);
  }
}
