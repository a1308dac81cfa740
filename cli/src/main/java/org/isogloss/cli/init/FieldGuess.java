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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;

/**
 * The keys of id, title and text in JSONL, or their columns in CSV and TSV, in a file that has none
 * of the conventional names: the text is the key with the longest strings, the id the first one
 * whose values are all different, and the title the one with the longest strings of at most {@value
 * #MAX_TITLE} characters of the others.
 */
record FieldGuess(String id, Optional<String> title, String text) {
  private static final int SAMPLE = 50;
  private static final int MAX_TITLE = 150;
  private static final List<String> SEPARATORS = List.of(",", ";", "\t");

  /** The name of a column, in a line that may be no header. */
  private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N} _.-]{0,39}");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Guesses the names in a file; empty if it is no JSONL, CSV or TSV, or they leave it open. */
  static Optional<FieldGuess> of(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    List<Map<String, String>> records = jsonObjects(file);
    return choose(records.isEmpty() ? tableRows(file) : records);
  }

  /** Returns the strings and integers of the first lines; none if one is not a JSON object. */
  private static List<Map<String, String>> jsonObjects(Path file) {
    List<Map<String, String>> records = new ArrayList<>();
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      while (records.size() < SAMPLE && lines.hasNext()) {
        JsonNode line = MAPPER.readTree(lines.next());
        if (!line.isObject()) {
          return List.of();
        }
        Map<String, String> record = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : line.properties()) {
          if (field.getValue().isTextual() || field.getValue().isIntegralNumber()) {
            record.put(field.getKey(), field.getValue().asText());
          }
        }
        records.add(record);
      }
    } catch (JsonProcessingException e) {
      return List.of();
    }
    return records;
  }

  /** Returns the first rows below a header; none if the first line is no header. */
  private static List<Map<String, String>> tableRows(Path file) {
    List<String> header = header(file);
    if (header.size() < 2) {
      return List.of();
    }
    // Any two columns make the rows documents, whose fields are the other cells.
    FieldNames names = FieldNames.DOCUMENTS.withId(header.get(0)).withRequiredText(header.get(1));
    List<Map<String, String>> records = new ArrayList<>();
    try (Records<Document> rows =
        Documents.read(file, DocumentOptions.DEFAULT.withNames(names).withOnError(OnError.SKIP))) {
      while (records.size() < SAMPLE && rows.hasNext()) {
        Document row = rows.next();
        Map<String, String> record = new LinkedHashMap<>();
        record.put(header.get(0), row.id());
        record.put(header.get(1), row.text());
        row.metadata().fields().forEach((name, value) -> record.put(name, value.toString()));
        records.add(record);
      }
    }
    return records;
  }

  private static List<String> header(Path file) {
    try (Records<String> lines = PlainTextLines.read(file, OnError.FAIL)) {
      String first = lines.hasNext() ? lines.next() : "";
      return SEPARATORS.stream()
          .map(separator -> Stream.of(first.split(separator)).map(FieldGuess::unquoted).toList())
          .max(Comparator.comparingInt(List::size))
          .filter(names -> names.stream().allMatch(name -> NAME.matcher(name).matches()))
          .filter(names -> names.size() == new HashSet<>(names).size())
          .orElse(List.of());
    }
  }

  private static String unquoted(String cell) {
    return cell.strip().replaceFirst("^\"(.*)\"$", "$1");
  }

  private static Optional<FieldGuess> choose(List<Map<String, String>> records) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Map<String, String> record : records) {
      record.forEach(
          (name, value) -> values.computeIfAbsent(name, key -> new ArrayList<>()).add(value));
    }
    int all = records.size();
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
