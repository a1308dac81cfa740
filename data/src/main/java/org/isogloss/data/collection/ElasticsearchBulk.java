// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.StrictJson;

/**
 * Documents in the bulk format of Elasticsearch and OpenSearch: a line with an action, {@code
 * {"index": {"_id": "1"}}} or {@code {"create": {}}}, and a line with the document, whose keys are
 * those of {@link JsonlDocuments}. Without an id in the action, the document has one. An action
 * that deletes a document or updates it is malformed.
 */
public final class ElasticsearchBulk extends LineRecordSource<Document> {
  private static final Set<String> ACTIONS = Set.of("index", "create", "update", "delete");

  private final FieldNames names;
  private final Language defaultLanguage;

  private ElasticsearchBulk(Utf8LineReader lines, FieldNames names, Language defaultLanguage) {
    super(lines);
    this.names = names;
    this.defaultLanguage = defaultLanguage;
  }

  /**
   * Reads documents.
   *
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<Document> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new ElasticsearchBulk(Utf8LineReader.open(file), names, defaultLanguage), onError);
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
  public Optional<Document> next() throws MalformedRecordException {
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
                        "is no action, expected one such as {\"index\": {\"_id\": \"1\"}} before"
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
    return Optional.of(JsonDocument.parse(StrictJson.object(source), id, names, defaultLanguage));
  }

  private static MalformedRecordException notIndexed(String action) {
    return new MalformedRecordException(
        "the action is "
            + Excerpt.quote(action)
            + ", expected \"index\" or \"create\" with a complete document: export the documents");
  }
}
