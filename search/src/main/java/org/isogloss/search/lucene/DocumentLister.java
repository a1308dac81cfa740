// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.SortedSetSelector;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;
import org.isogloss.api.SortKey;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.filter.FilterCompiler;
import org.isogloss.search.filter.FilterFields;
import org.isogloss.search.index.MetadataFields;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.DocumentIds;

/**
 * Lists the documents of a commit in the order of their fields. A position in a list is the values
 * of the sort keys of a document, and its id, as a JSON array; null stands for a missing value.
 */
final class DocumentLister {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Reads a value of a sort key from a position, and writes it. */
  private enum ValueType {
    STRING,
    NUMBER,
    DATE;

    static ValueType of(FieldType type) {
      return switch (type) {
        case STRING, BOOLEAN -> STRING;
        case NUMBER -> NUMBER;
        case DATE -> DATE;
      };
    }

    void write(Object value, ArrayNode position) {
      switch (value) {
        case null -> position.addNull();
        case BytesRef string -> position.add(string.utf8ToString());
        case Double number when number.isInfinite() -> position.addNull();
        case Double number -> position.add(number);
        case Long date when date == Long.MAX_VALUE || date == Long.MIN_VALUE -> position.addNull();
        case Long date -> position.add(date);
        default -> throw new IllegalArgumentException(value.getClass().getName());
      }
    }

    /** Reads what {@link #write} wrote; empty if it is of another type. */
    Optional<Object> read(JsonNode value) {
      return switch (this) {
        case STRING -> Optional.ofNullable(value.textValue()).map(BytesRef::new);
        case NUMBER -> value.isNumber() ? Optional.of(value.doubleValue()) : Optional.empty();
        case DATE -> value.isIntegralNumber() ? Optional.of(value.longValue()) : Optional.empty();
      };
    }
  }

  /** A sort key with the type of its values. */
  private record Column(ValueType type, SortField field) {}

  private final LuceneSnapshot snapshot;
  private final Query query;
  private final List<Column> columns = new ArrayList<>();

  /**
   * @throws IsoglossException if the filter or a key does not fit the fields of the documents
   */
  DocumentLister(LuceneSnapshot snapshot, Optional<Filter> filter, List<SortKey> keys) {
    this.snapshot = snapshot;
    this.query = firstPassages(snapshot, filter);
    FilterFields fields = new FilterFields(snapshot.fieldTypes());
    keys.forEach(key -> columns.add(column(key, fields.comparedAs(key.field()))));
    columns.add(column(new SortKey(Filter.ID, /* descending= */ false), FieldType.STRING));
  }

  private static Query firstPassages(LuceneSnapshot snapshot, Optional<Filter> filter) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    query.add(
        NumericDocValuesField.newSlowExactQuery(PassageFields.PASSAGE, 0),
        BooleanClause.Occur.FILTER);
    filter
        .map(
            new FilterCompiler<>(
                    snapshot.fieldTypes(),
                    snapshot.codes(),
                    snapshot.indexedText(),
                    new LuceneFilterQueries())
                ::compile)
        .ifPresent(compiled -> query.add(compiled, BooleanClause.Occur.FILTER));
    return query.build();
  }

  private static Column column(SortKey key, FieldType type) {
    boolean descending = key.descending();
    if (key.field().equals(Filter.ID) || key.field().equals(Filter.LANGUAGE)) {
      String field = key.field().equals(Filter.ID) ? PassageFields.ID : PassageFields.LANGUAGE;
      return new Column(ValueType.STRING, new SortField(field, SortField.Type.STRING, descending));
    }
    String field = MetadataFields.indexedField(key.field());
    // The value that a document without the field has, after all others.
    SortField sort =
        switch (type) {
          case STRING, BOOLEAN ->
              KeywordField.newSortField(
                  field,
                  descending,
                  descending ? SortedSetSelector.Type.MAX : SortedSetSelector.Type.MIN,
                  descending ? SortField.STRING_FIRST : SortField.STRING_LAST);
          case NUMBER ->
              DoubleField.newSortField(
                  field,
                  descending,
                  selector(descending),
                  descending ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
          case DATE ->
              LongField.newSortField(
                  field,
                  descending,
                  selector(descending),
                  descending ? Long.MIN_VALUE : Long.MAX_VALUE);
        };
    return new Column(ValueType.of(type), sort);
  }

  private static SortedNumericSelector.Type selector(boolean descending) {
    return descending ? SortedNumericSelector.Type.MAX : SortedNumericSelector.Type.MIN;
  }

  /**
   * Returns the ids of the documents after a position.
   *
   * @throws IsoglossException if the position is not one of this list
   */
  DocumentIds list(Optional<String> after, int count) throws IOException {
    IndexSearcher searcher = snapshot.searcher();
    int maxDoc = searcher.getIndexReader().maxDoc();
    if (maxDoc == 0) {
      return new DocumentIds(List.of(), Optional.empty());
    }
    Sort sort = new Sort(columns.stream().map(Column::field).toArray(SortField[]::new));
    int limit = Math.min(count + 1, maxDoc); // One more shows whether there is another page.
    // Ids are unique, so that the number of the last document does not matter.
    FieldDoc last =
        after.map(position -> new FieldDoc(maxDoc - 1, Float.NaN, values(position))).orElse(null);
    TopDocs found = searcher.searchAfter(last, query, limit, sort);
    List<String> ids = new ArrayList<>(found.scoreDocs.length);
    for (int i = 0; i < Math.min(count, found.scoreDocs.length); i++) {
      BytesRef id = (BytesRef) ((FieldDoc) found.scoreDocs[i]).fields[columns.size() - 1];
      ids.add(id.utf8ToString());
    }
    return new DocumentIds(
        ids,
        found.scoreDocs.length > count
            ? Optional.of(position((FieldDoc) found.scoreDocs[count - 1]))
            : Optional.empty());
  }

  private String position(FieldDoc document) {
    ArrayNode position = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).type().write(document.fields[i], position);
    }
    return position.toString();
  }

  private Object[] values(String position) {
    JsonNode array = parse(position);
    if (!array.isArray() || array.size() != columns.size()) {
      throw unknown(position);
    }
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Column column = columns.get(i);
      values[i] =
          array.get(i).isNull()
              ? missingValue(column)
              : column.type().read(array.get(i)).orElseThrow(() -> unknown(position));
    }
    return values;
  }

  /** The value of a missing one in Lucene's comparison: null for strings. */
  private static Object missingValue(Column column) {
    return column.type() == ValueType.STRING ? null : column.field().getMissingValue();
  }

  private static JsonNode parse(String position) {
    try {
      return MAPPER.readTree(position);
    } catch (JsonProcessingException e) {
      throw unknown(position);
    }
  }

  private static IsoglossException unknown(String position) {
    return new IsoglossException(
        Excerpt.quote(position) + " is no position in this list: begin at its first page");
  }
}
