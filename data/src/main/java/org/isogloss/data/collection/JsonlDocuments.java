// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.JsonArrayElements;
import org.isogloss.data.parse.StrictJson;

/**
 * Documents as JSON, one object per line: {@code {"id": "d1", "language": "de", "title": "...",
 * "text": "..."}}. Title and language are optional; an id may be an integer, title and text also
 * lists of strings. Other keys are metadata, a nested object as {@code outer.inner}, except that
 * the keys inside {@code metadata}, as BEIR has them, count as those outside. A document with
 * neither title nor text is malformed.
 */
public final class JsonlDocuments {
  /** Keys of responses of Elasticsearch, Solr, Vespa and Hugging Face that lead to documents. */
  public static final Set<String> ARRAY_KEYS =
      Set.of("hits", "response", "docs", "documents", "root", "children", "rows");

  private JsonlDocuments() {}

  /**
   * Whether a file is one object with an array of documents, such as the response of a search
   * engine, rather than an object on each line.
   */
  public static boolean isWrapped(FileHead head) {
    return !isDocument(head.firstLine()) && leadsToArray(head.text());
  }

  private static boolean isDocument(String line) {
    try {
      ObjectNode object = StrictJson.object(line);
      return JsonFields.find(object, FieldNames.DOCUMENTS.id(), JsonNode::isValueNode).isPresent();
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  private static boolean leadsToArray(String text) {
    try (JsonParser parser = StrictJson.parser(text)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean leads = ARRAY_KEYS.contains(parser.currentName());
        JsonToken value = parser.nextToken();
        if (leads && value == JsonToken.START_ARRAY) {
          return parser.nextToken() == JsonToken.START_OBJECT;
        }
        if (!leads || value != JsonToken.START_OBJECT) {
          parser.skipChildren();
        }
      }
      return false;
    } catch (IOException e) {
      return false; // The text ends within the object, or is not JSON, which the reader reports.
    }
  }

  /** Reads documents with the field names of {@link FieldNames#DOCUMENTS}. */
  public static Records<Document> read(Path file, OnError onError) {
    return read(file, FieldNames.DOCUMENTS, Language.UNDETERMINED, onError);
  }

  /**
   * Reads documents.
   *
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<Document> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return LineRecordReader.read(
        file, onError, line -> JsonDocument.parse(StrictJson.object(line), names, defaultLanguage));
  }

  /**
   * Parses one line with the field names of {@link FieldNames#DOCUMENTS}.
   *
   * @param line one JSON object
   * @throws MalformedRecordException if it is something else, or not a document
   */
  public static Document parse(String line) throws MalformedRecordException {
    return JsonDocument.parse(StrictJson.object(line), FieldNames.DOCUMENTS, Language.UNDETERMINED);
  }

  /**
   * Reads documents from a file that is one JSON array of such objects, or an object with one as
   * search engines respond.
   *
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<Document> readArray(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return new Records<>(
        new JsonArrayElements<>(
            file, ARRAY_KEYS, object -> JsonDocument.parse(object, names, defaultLanguage)),
        onError);
  }

  /**
   * Reads documents that are linked across languages. The link is a string or an integer. A
   * document is malformed if its language or its link is missing.
   *
   * @param names keys, with at least one name of the link
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<LinkedDocument> readLinked(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return LineRecordReader.read(
        file,
        onError,
        line -> {
          ObjectNode object = StrictJson.object(line);
          JsonNode link = StrictJson.require(object, names.link());
          String field = StrictJson.presentKey(object, names.link());
          return LinkedDocument.parse(
              JsonDocument.parse(object, names, defaultLanguage),
              link.isIntegralNumber() ? link.asText() : StrictJson.text(link, field),
              field);
        });
  }

  static Language language(ObjectNode object, FieldNames names, Language defaultLanguage)
      throws MalformedRecordException {
    Optional<JsonNode> value = StrictJson.find(object, names.language());
    String tag = value.isPresent() ? StrictJson.text(value.get(), "language") : "";
    return tag.isBlank() ? defaultLanguage : FieldParsing.parseLanguage(tag);
  }

  /** Writes documents with the field names of {@link FieldNames#DOCUMENTS}. */
  public static RecordWriter<Document> writer(Path file) {
    return writer(file, FieldNames.DOCUMENTS);
  }

  /**
   * Writes documents. An empty title and an undetermined language are omitted, and so is a field of
   * the metadata that has one of the other names.
   */
  public static RecordWriter<Document> writer(Path file, FieldNames names) {
    return RecordWriter.open(
        file,
        (document, line) -> {
          ObjectNode object = JsonNodeFactory.instance.objectNode();
          object.put(names.id().getFirst(), document.id());
          if (!document.language().isUndetermined() && !names.language().isEmpty()) {
            object.put(names.language().getFirst(), document.language().tag());
          }
          if (!document.title().isEmpty() && !names.title().isEmpty()) {
            object.put(names.title().getFirst(), document.title());
          }
          object.put(names.text().getFirst(), document.text());
          MetadataJson.write(document.metadata())
              .properties()
              .forEach(entry -> object.putIfAbsent(entry.getKey(), entry.getValue()));
          line.append(object);
        });
  }
}
