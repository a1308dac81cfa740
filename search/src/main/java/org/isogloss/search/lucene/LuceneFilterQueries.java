// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.util.List;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.search.analysis.TermSequence;
import org.isogloss.search.filter.FilterQueries;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;

/** Compiles filters to Lucene queries. */
public final class LuceneFilterQueries implements FilterQueries<Query> {
  @Override
  public Query all(List<Query> queries) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    queries.forEach(query -> all.add(query, BooleanClause.Occur.FILTER));
    return all.build();
  }

  @Override
  public Query any(List<Query> queries) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    queries.forEach(query -> any.add(query, BooleanClause.Occur.SHOULD));
    return any.build();
  }

  @Override
  public Query not(Query query) {
    return new BooleanQuery.Builder()
        .add(MatchAllDocsQuery.INSTANCE, BooleanClause.Occur.FILTER)
        .add(query, BooleanClause.Occur.MUST_NOT)
        .build();
  }

  @Override
  public Query everything() {
    return MatchAllDocsQuery.INSTANCE;
  }

  @Override
  public Query nothing() {
    return MatchNoDocsQuery.INSTANCE;
  }

  @Override
  public Query documents(List<String> ids) {
    return ids.size() == 1
        ? new TermQuery(PassageFields.idTerm(ids.getFirst()))
        : new TermInSetQuery(PassageFields.ID, bytes(ids));
  }

  @Override
  public Query languages(List<String> codes) {
    return new TermInSetQuery(PassageFields.LANGUAGE, bytes(codes));
  }

  @Override
  public Query script(String script) {
    return SortedDocValuesField.newSlowExactQuery(PassageFields.SCRIPT, new BytesRef(script));
  }

  @Override
  public Query exists(String field, FieldType type) {
    return new FieldExistsQuery(MetadataFields.indexedField(field));
  }

  @Override
  public Query strings(String field, FieldType type, List<String> values) {
    String indexed = MetadataFields.indexedField(field);
    return values.size() == 1
        ? KeywordField.newExactQuery(indexed, values.getFirst())
        : KeywordField.newSetQuery(indexed, bytes(values));
  }

  private static List<BytesRef> bytes(List<String> values) {
    return values.stream().map(BytesRef::new).toList();
  }

  @Override
  public Query stringRange(String field, Filter.Operator operator, String value) {
    String indexed = MetadataFields.indexedField(field);
    return switch (operator) {
      case LESS -> TermRangeQuery.newStringRange(indexed, null, value, true, false);
      case AT_MOST -> TermRangeQuery.newStringRange(indexed, null, value, true, true);
      case GREATER -> TermRangeQuery.newStringRange(indexed, value, null, false, true);
      case AT_LEAST -> TermRangeQuery.newStringRange(indexed, value, null, true, true);
      case EQUAL, NOT_EQUAL -> throw new IllegalArgumentException(operator + " is no range");
    };
  }

  @Override
  public Query numbers(String field, List<Double> values) {
    String indexed = MetadataFields.indexedField(field);
    return values.size() == 1
        ? DoubleField.newExactQuery(indexed, values.getFirst())
        : DoubleField.newSetQuery(
            indexed, values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  @Override
  public Query numberRange(String field, double from, double to) {
    return DoubleField.newRangeQuery(MetadataFields.indexedField(field), from, to);
  }

  @Override
  public Query dateRange(String field, long from, long to) {
    return LongField.newRangeQuery(MetadataFields.indexedField(field), from, to);
  }

  @Override
  public Query terms(String field, TermSequence terms) {
    if (terms.size() == 1) {
      return new TermQuery(new Term(field, terms.terms().getFirst()));
    }
    PhraseQuery.Builder phrase = new PhraseQuery.Builder();
    for (int i = 0; i < terms.size(); i++) {
      phrase.add(new Term(field, terms.terms().get(i)), terms.positions().get(i));
    }
    return phrase.build();
  }

  @Override
  public Query termPrefix(String field, String prefix) {
    return new PrefixQuery(new Term(field, prefix));
  }

  @Override
  public Query wholeDocuments(Query query) {
    return new WholeDocumentsQuery(query);
  }
}
