// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.StrictJson;

/**
 * Queries as JSON, one object per line: {@code {"id": "q1", "language": "de", "text": "..."}}. The
 * language is optional; an id may be an integer. Other keys are ignored. A query without text is
 * malformed.
 */
public final class JsonlQueries {
  private JsonlQueries() {}

  /** Reads queries with the field names of {@link FieldNames#QUERIES}. */
  public static Records<Query> read(Path file, OnError onError) {
    return read(file, FieldNames.QUERIES, Language.UNDETERMINED, onError);
  }

  /**
   * Reads queries.
   *
   * @param defaultLanguage the language of queries that do not declare theirs
   */
  public static Records<Query> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return LineRecordReader.read(
        file, onError, line -> JsonQuery.parse(StrictJson.object(line), names, defaultLanguage));
  }

  /** Writes queries with the field names of {@link FieldNames#QUERIES}. */
  public static RecordWriter<Query> writer(Path file) {
    return writer(file, FieldNames.QUERIES);
  }

  /** Writes queries. An undetermined language is omitted. */
  public static RecordWriter<Query> writer(Path file, FieldNames names) {
    return RecordWriter.open(
        file,
        (query, line) -> {
          ObjectNode object = JsonNodeFactory.instance.objectNode();
          object.put(names.id().getFirst(), query.id());
          if (!query.language().isUndetermined() && !names.language().isEmpty()) {
            object.put(names.language().getFirst(), query.language().tag());
          }
          object.put(names.text().getFirst(), query.text());
          line.append(object);
        });
  }
}
