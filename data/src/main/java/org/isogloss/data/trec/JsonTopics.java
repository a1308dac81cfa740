// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.trec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.collection.RecordEnvelope;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.JsonArrayElements;
import org.isogloss.data.parse.StrictJson;

/**
 * Topics as JSON: an object on each line, an array of objects, or an object with the array under
 * {@code topics}, {@code queries} or {@code questions}, as BioASQ has it. A topic is
 *
 * <pre>{@code
 * {"id": "1", "language": "en", "title": "long river", "description": "A long river in Europe."}
 * }</pre>
 *
 * or, in HC4 and NeuCLIR, one with versions in several languages, of which one is selected:
 *
 * <pre>{@code
 * {"topic_id": "1", "topics": [
 *    {"lang": "eng", "source": "original", "topic_title": "...", "topic_description": "..."},
 *    {"lang": "deu", "source": "human translation", "topic_title": "..."}]}
 * }</pre>
 *
 * A topic needs an id, and a title or a description. Other keys are ignored. A topic may be inside
 * of another object, as search engines and viewers of data sets export it.
 */
public final class JsonTopics {
  /** The keys under which an object may have the array of topics. */
  public static final Set<String> ARRAY_KEYS = Set.of("topics", "queries", "questions");

  /** These keys, and those under which search engines respond. */
  private static final Set<String> ALL_ARRAY_KEYS =
      Stream.concat(ARRAY_KEYS.stream(), JsonlDocuments.ARRAY_KEYS.stream())
          .collect(Collectors.toUnmodifiableSet());

  private static final List<String> ID =
      List.of("topic_id", "id", "_id", "qid", "query_id", "number", "num");
  private static final List<String> TITLE =
      List.of("topic_title", "title", "query", "text", "query_text");
  private static final List<String> DESCRIPTION =
      List.of("topic_description", "description", "desc", "question", "body");
  private static final List<String> NARRATIVE = List.of("topic_narrative", "narrative", "narr");
  private static final List<String> LANGUAGE = List.of("lang", "language");
  private static final List<String> SOURCE = List.of("source");
  private static final List<String> VERSIONS = List.of("topics");

  private JsonTopics() {}

  /** Reads the selected version of each topic. */
  public static Records<Topic> read(Path file, TopicSelection selection, OnError onError) {
    return SelectedTopics.of(readVersions(file, selection.language(), onError), selection, onError);
  }

  /**
   * Reads all versions of each topic.
   *
   * @param defaultLanguage the language of topics that do not state theirs
   */
  public static Records<List<TopicVersion>> readVersions(
      Path file, Language defaultLanguage, OnError onError) {
    return hasLines(FileHead.read(file))
        ? LineRecordReader.read(
            file, onError, line -> versions(StrictJson.object(line), defaultLanguage))
        : new Records<>(
            new JsonArrayElements<>(
                file, ALL_ARRAY_KEYS, object -> versions(object, defaultLanguage)),
            onError);
  }

  private static boolean hasLines(FileHead head) {
    return !head.text().stripLeading().startsWith("[")
        && !isWrapped(head)
        && !JsonlDocuments.isWrapped(head);
  }

  /** Whether a file is an object with an array of topics, rather than a topic on each line. */
  public static boolean isWrapped(FileHead head) {
    return isTopicArrayFirst(head.text()) && !isTopic(head.firstLine());
  }

  private static boolean isTopic(String line) {
    try {
      return StrictJson.find(StrictJson.object(line), ID).isPresent();
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  /** Whether the first object of a text has an array of objects before it has an id. */
  private static boolean isTopicArrayFirst(String text) {
    try (JsonParser parser = StrictJson.parser(text)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME && !ID.contains(parser.currentName())) {
        boolean hasTopics = ARRAY_KEYS.contains(parser.currentName());
        if (parser.nextToken() == JsonToken.START_ARRAY && hasTopics) {
          return parser.nextToken() == JsonToken.START_OBJECT;
        }
        parser.skipChildren();
      }
      return false;
    } catch (IOException e) {
      return false; // The text ends within the object, or is not JSON, which the reader reports.
    }
  }

  private static List<TopicVersion> versions(ObjectNode outer, Language defaultLanguage)
      throws MalformedRecordException {
    RecordEnvelope envelope = RecordEnvelope.open(outer);
    ObjectNode object = envelope.fields();
    String id = envelope.id().isPresent() ? envelope.id().get() : id(object);
    Optional<JsonNode> several = StrictJson.find(object, VERSIONS);
    if (several.isEmpty()) {
      return List.of(version(id, object, defaultLanguage));
    }
    List<TopicVersion> versions = new ArrayList<>();
    for (JsonNode version : StrictJson.array(several.get(), "topics")) {
      versions.add(version(id, StrictJson.object(version, "topics"), defaultLanguage));
    }
    if (versions.isEmpty()) {
      throw new MalformedRecordException("topic " + id + " has no versions under \"topics\"");
    }
    return versions;
  }

  private static String id(ObjectNode object) throws MalformedRecordException {
    return StrictJson.id(StrictJson.require(object, ID), StrictJson.presentKey(object, ID));
  }

  private static TopicVersion version(String id, ObjectNode object, Language defaultLanguage)
      throws MalformedRecordException {
    String language = text(object, LANGUAGE);
    String title = text(object, TITLE);
    String description = text(object, DESCRIPTION);
    if (title.isEmpty() && description.isEmpty()) {
      throw new MalformedRecordException(
          "topic "
              + id
              + " has neither a title ("
              + String.join(", ", TITLE)
              + ") nor a description ("
              + String.join(", ", DESCRIPTION)
              + "): fill one in or remove the topic");
    }
    return new TopicVersion(
        text(object, SOURCE),
        new Topic(
            id,
            language.isEmpty() ? defaultLanguage : FieldParsing.parseLanguage(language),
            title,
            description,
            text(object, NARRATIVE)));
  }

  /** The text under the first of these keys that has one; empty if none has. */
  private static String text(ObjectNode object, List<String> keys) throws MalformedRecordException {
    for (String key : keys) {
      String text = object.hasNonNull(key) ? StrictJson.text(object.get(key), key).strip() : "";
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }
}
