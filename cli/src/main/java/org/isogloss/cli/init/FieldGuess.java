// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.init;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.collection.FieldNames;

/**
 * The keys of id, title and text in a JSONL file that has none of the usual names: the text is the
 * key with the longest strings, the id the first one whose values are all different, and the title
 * the one with the longest strings of at most {@value #MAX_TITLE} characters of the others.
 */
record FieldGuess(String id, Optional<String> title, String text) {
  private static final int SAMPLE = 50;
  private static final int MAX_TITLE = 150;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Guesses the keys of a file; empty if it is no JSONL or its keys leave it open. */
  static Optional<FieldGuess> of(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Map<String, List<String>> values = new LinkedHashMap<>();
    int records = 0;
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      while (records < SAMPLE && lines.hasNext()) {
        JsonNode line = MAPPER.readTree(lines.next());
        if (!line.isObject()) {
          return Optional.empty();
        }
        records++;
        for (Map.Entry<String, JsonNode> field : line.properties()) {
          if (field.getValue().isTextual() || field.getValue().isIntegralNumber()) {
            values
                .computeIfAbsent(field.getKey(), key -> new ArrayList<>())
                .add(field.getValue().asText());
          }
        }
      }
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
    int all = records;
    values.values().removeIf(found -> found.size() < all); // Every document must have them.
    Optional<String> text = longest(values, Integer.MAX_VALUE);
    text.ifPresent(values::remove);
    Optional<String> id =
        values.entrySet().stream()
            .filter(entry -> new HashSet<>(entry.getValue()).size() == all)
            .map(Map.Entry::getKey)
            .findFirst();
    id.ifPresent(values::remove);
    return text.isPresent() && id.isPresent()
        ? Optional.of(new FieldGuess(id.get(), longest(values, MAX_TITLE), text.get()))
        : Optional.empty();
  }

  private static Optional<String> longest(Map<String, List<String>> values, int limit) {
    return values.entrySet().stream()
        .filter(entry -> mean(entry.getValue()) <= limit)
        .filter(entry -> entry.getValue().stream().anyMatch(value -> value.contains(" ")))
        .max(Comparator.comparingDouble(entry -> mean(entry.getValue())))
        .map(Map.Entry::getKey);
  }

  private static double mean(List<String> values) {
    return values.stream().mapToInt(String::length).average().orElse(0);
  }

  FieldNames names() {
    FieldNames names = FieldNames.DOCUMENTS.withId(id).withRequiredText(text);
    return title.map(names::withTitle).orElse(names);
  }
}
