// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;

/**
 * A text of the file of {@link AdversaryOptions#texts}.
 *
 * @param language its language
 * @param text the text
 * @param query its query; empty if it has none
 */
record AdversaryText(Language language, String text, String query) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  AdversaryText {
    requireNonNull(language, "language is null");
    requireNonNull(text, "text is null");
    requireNonNull(query, "query is null");
  }

  /**
   * Reads a file.
   *
   * @param withQueries whether each text must have a query
   * @throws IsoglossException if a line is malformed
   */
  static List<AdversaryText> read(Path file, boolean withQueries) {
    List<AdversaryText> texts = new ArrayList<>();
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      while (lines.hasNext()) {
        texts.add(parse(file + ":" + (texts.size() + 1), lines.next(), withQueries));
      }
    }
    return texts;
  }

  private static AdversaryText parse(String location, String line, boolean withQuery) {
    JsonNode json;
    try {
      json = MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IsoglossException(location + ": not JSON: " + e.getOriginalMessage(), e);
    }
    String code = require(location, json, "language", "a language code such as en");
    Language language =
        Language.find(code)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        location
                            + ": language is \""
                            + code
                            + "\", expected a language code such as en"));
    String text = require(location, json, "text", "a text");
    String query = withQuery ? require(location, json, "query", "the query of the text") : "";
    return new AdversaryText(language, text, query);
  }

  private static String require(String location, JsonNode json, String key, String expected) {
    JsonNode value = json.path(key);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw new IsoglossException(
          location
              + ": \""
              + key
              + "\" is "
              + (value.isMissingNode() ? "missing" : value.toString())
              + ", expected "
              + expected);
    }
    return value.textValue();
  }
}
