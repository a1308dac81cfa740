// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.Language;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;

/**
 * Reads Markdown. The YAML between two lines {@code ---} at the beginning is metadata ("front
 * matter"); its keys {@code title} and {@code lang} or {@code language} are those of the document.
 * Without a title there, a heading {@code # Title} in the first line is the title.
 */
final class MarkdownParser {
  private static final Pattern FRONT_MATTER =
      Pattern.compile(
          "\\A---[ \\t]*\\n(?<yaml>.*?)^(---|\\.\\.\\.)[ \\t]*$\\n?",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern HEADING = Pattern.compile("\\A# (?<title>[^\\n]*)\\n?");

  private MarkdownParser() {}

  static FileContent parse(String file) throws MalformedRecordException {
    Matcher front = FRONT_MATTER.matcher(file);
    ObjectNode fields =
        front.find()
            ? FrontMatterReader.read(front.group("yaml"))
            : JsonNodeFactory.instance.objectNode();
    String body = front.hasMatch() ? file.substring(front.end()).stripLeading() : file;
    String title = remove(fields, "title").orElse("");
    Optional<String> tag =
        remove(fields, "language").or(() -> remove(fields, "lang")).filter(one -> !one.isBlank());
    Optional<Language> language =
        tag.isPresent() ? Optional.of(FieldParsing.parseLanguage(tag.get())) : Optional.empty();
    Matcher heading = HEADING.matcher(body);
    if (title.isBlank() && heading.find()) {
      title = heading.group("title").strip();
      body = body.substring(heading.end());
    }
    try {
      Metadata metadata = fields.isEmpty() ? Metadata.EMPTY : MetadataJson.read(fields);
      return new FileContent(title, body.strip(), language, metadata);
    } catch (IllegalArgumentException e) {
      throw new MalformedRecordException("the front matter cannot be kept: " + e.getMessage());
    }
  }

  private static Optional<String> remove(ObjectNode fields, String key) {
    JsonNode value = fields.get(key);
    if (value == null || !value.isValueNode() || value.isNull()) {
      return Optional.empty();
    }
    fields.remove(key);
    return Optional.of(value.asText().strip());
  }
}
