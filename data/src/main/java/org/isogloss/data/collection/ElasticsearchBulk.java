// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.StrictJson;

/**
 * Documents or queries in the bulk format of Elasticsearch and OpenSearch: a line with an action,
 * {@code {"index": {"_id": "1"}}} or {@code {"create": {}}}, and a line with the record, whose keys
 * are those of {@link JsonlDocuments} or {@link JsonlQueries}. Without an id in the action, the
 * record has one. An action that deletes a record or updates it is malformed.
 *
 * @param <T> the type of a record
 */
public final class ElasticsearchBulk<T> extends LineRecordSource<T> {
  private static final Set<String> ACTIONS = Set.of("index", "create", "update", "delete");

  /** Converts the object after an action, whose id counts before one in the object. */
  @FunctionalInterface
  private interface SourceParser<T> {
    T parse(ObjectNode source, Optional<String> id) throws MalformedRecordException;
  }

  private final SourceParser<T> parser;

  private ElasticsearchBulk(Utf8LineReader lines, SourceParser<T> parser) {
    super(lines);
    this.parser = parser;
  }

  /**
   * Reads documents.
   *
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<Document> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new ElasticsearchBulk<>(
            Utf8LineReader.open(file),
            (source, id) -> JsonDocument.parse(source, id, names, defaultLanguage)),
        onError);
  }

  /**
   * Reads queries.
   *
   * @param defaultLanguage the language of queries that do not declare theirs
   */
  public static Records<Query> readQueries(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new ElasticsearchBulk<>(
            Utf8LineReader.open(file),
            (source, id) -> JsonQuery.parse(source, id, names, defaultLanguage)),
        onError);
  }

  /** Whether a line is an action. */
  public static boolean isAction(String line) {
    try {
      return action(StrictJson.object(line)).isPresent();
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  private static Optional<String> action(ObjectNode object) {
    return object.properties().stream()
        .filter(entry -> object.size() == 1 && entry.getValue().isObject())
        .map(entry -> entry.getKey())
        .filter(ACTIONS::contains)
        .findFirst();
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    String line = lines.next();
    while (line != null && line.isBlank()) {
      line = lines.next();
    }
    if (line == null) {
      return Optional.empty();
    }
    ObjectNode object = StrictJson.object(line);
    String action =
        action(object)
            .orElseThrow(
                () ->
                    new MalformedRecordException(
                        "is not an action, expected one such as {\"index\": {\"_id\": \"1\"}} before"
                            + " each document"));
    if (action.equals("delete")) {
      throw notIndexed(action);
    }
    String source = lines.next();
    if (source == null) {
      throw new MalformedRecordException(
          "the last action has no document on the next line: get a complete copy");
    }
    if (action.equals("update")) {
      throw notIndexed(action);
    }
    Optional<String> id = RecordEnvelope.id(object.get(action).get("_id"));
    return Optional.of(parser.parse(StrictJson.object(source), id));
  }

  private static MalformedRecordException notIndexed(String action) {
    return new MalformedRecordException(
        "the action is "
            + Excerpt.quote(action)
            + ", expected \"index\" or \"create\" with a complete document: export the documents");
  }
}
