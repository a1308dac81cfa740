// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.search.analysis.TermSequence;
import org.isogloss.search.filter.FilterQueries;

/**
 * Compiles filters to queries in the syntax of Solr's standard query parser. Values are quoted, so
 * that no character of them is syntax.
 */
final class SolrFilterQueries implements FilterQueries<String> {
  /** Number of values up to which each is a clause of the query. */
  private static final int MAX_CLAUSES = 100;

  private static final String EVERYTHING = "*:*";

  @Override
  public String all(List<String> queries) {
    return queries.stream().map(query -> "+" + query).collect(joining(" ", "(", ")"));
  }

  @Override
  public String any(List<String> queries) {
    return queries.stream().collect(joining(" ", "(", ")"));
  }

  @Override
  public String not(String query) {
    return "(" + EVERYTHING + " -" + query + ")";
  }

  @Override
  public String everything() {
    return EVERYTHING;
  }

  @Override
  public String nothing() {
    return "(-" + EVERYTHING + ")";
  }

  @Override
  public String documents(List<String> ids) {
    return equal(SolrFields.DOCUMENT, ids);
  }

  @Override
  public String languages(List<String> codes) {
    return equal(SolrFields.LANGUAGE, codes);
  }

  @Override
  public String script(String script) {
    return equal(SolrFields.SCRIPT, List.of(script));
  }

  @Override
  public String exists(String field, FieldType type) {
    return SolrFields.metadataField(field, type) + ":*";
  }

  @Override
  public String strings(String field, FieldType type, List<String> values) {
    return equal(SolrFields.metadataField(field, type), values);
  }

  @Override
  public String stringRange(String field, Filter.Operator operator, String value) {
    return range(
        SolrFields.metadataField(field, FieldType.STRING),
        switch (operator) {
          case LESS -> "[* TO " + quoted(value) + "}";
          case AT_MOST -> "[* TO " + quoted(value) + "]";
          case GREATER -> "{" + quoted(value) + " TO *]";
          case AT_LEAST -> "[" + quoted(value) + " TO *]";
          case EQUAL, NOT_EQUAL -> throw new IllegalArgumentException(operator + " is no range");
        });
  }

  @Override
  public String numbers(String field, List<Double> values) {
    return equal(
        SolrFields.metadataField(field, FieldType.NUMBER),
        values.stream().map(value -> Double.toString(value)).toList());
  }

  @Override
  public String numberRange(String field, double from, double to) {
    return range(
        SolrFields.metadataField(field, FieldType.NUMBER),
        "[" + bound(from) + " TO " + bound(to) + "]");
  }

  private static String bound(double value) {
    return Double.isInfinite(value) ? "*" : quoted(Double.toString(value));
  }

  @Override
  public String dateRange(String field, long from, long to) {
    return range(
        SolrFields.metadataField(field, FieldType.DATE),
        "["
            + (from == Long.MIN_VALUE ? "*" : quoted(Long.toString(from)))
            + " TO "
            + (to == Long.MAX_VALUE ? "*" : quoted(Long.toString(to)))
            + "]");
  }

  private static String range(String field, String range) {
    return field + ":" + range;
  }

  /** Matches documents whose field has one of some values. */
  static String equal(String field, Collection<String> values) {
    String separator = String.valueOf(SolrFields.TERM_SEPARATOR);
    return values.size() > MAX_CLAUSES && values.stream().noneMatch(v -> v.contains(separator))
        ? set(field, String.join(separator, values))
        : clauses(field, values);
  }

  /** Matches values as a set: Solr limits the number of clauses of a query. */
  private static String set(String field, String values) {
    return parsed("terms f=" + field + " separator='" + SolrFields.TERM_SEPARATOR + "'", values);
  }

  /** A query that another parser of Solr reads. */
  private static String parsed(String parser, String query) {
    String parameter = query.replace("\\", "\\\\").replace("'", "\\'");
    return "_query_:" + quoted("{!" + parser + " v='" + parameter + "'}");
  }

  @Override
  public String terms(String field, TermSequence terms) {
    List<String> ofPosition =
        new ArrayList<>(
            Collections.nCopies(
                terms.positions().getLast() + 1, String.valueOf(SolrFields.TERM_GAP)));
    for (int i = 0; i < terms.size(); i++) {
      ofPosition.set(terms.positions().get(i), terms.terms().get(i));
    }
    return parsed(
        "field f=" + field, String.join(String.valueOf(SolrFields.TERM_SEPARATOR), ofPosition));
  }

  @Override
  public String termPrefix(String field, String prefix) {
    return parsed("prefix f=" + field, prefix);
  }

  @Override
  public String wholeDocuments(String query) {
    // All passages of a document are on one shard, where the join is computed.
    return parsed("join from=" + SolrFields.DOCUMENT + " to=" + SolrFields.DOCUMENT, query);
  }

  private static String clauses(String field, Collection<String> values) {
    return values.stream().map(SolrFilterQueries::quoted).collect(joining(" ", field + ":(", ")"));
  }

  static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
