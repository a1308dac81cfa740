// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/**
 * Judged examples as JSON, one object per line: {@code {"query": "...", "passages": [{"text":
 * "...", "grade": 2}, ...]}}, or {@code {"query": "...", "positive": "...", "negative": "..."}}
 * with grades 1 and 0, where the negative passage is optional. Other keys are ignored. A blank text
 * is malformed.
 */
public final class JudgedExamples {
  private JudgedExamples() {}

  /** Reads examples. */
  public static Records<JudgedExample> read(Path file, OnError onError) {
    return LineRecordReader.read(file, onError, line -> example(StrictJson.object(line)));
  }

  private static JudgedExample example(ObjectNode object) throws MalformedRecordException {
    List<JudgedPassage> passages = new ArrayList<>();
    if (object.has("passages")) {
      for (JsonNode value : StrictJson.array(object.get("passages"), "passages")) {
        ObjectNode passage = StrictJson.object(value, "passages");
        passages.add(
            new JudgedPassage(
                text(passage, "text"),
                StrictJson.integer(StrictJson.require(passage, List.of("grade")), "grade")));
      }
    } else {
      passages.add(JudgedPassage.of(text(object, "positive"), true));
      if (object.has("negative")) {
        passages.add(JudgedPassage.of(text(object, "negative"), false));
      }
    }
    return new JudgedExample(text(object, "query"), passages);
  }

  static String text(ObjectNode object, String key) throws MalformedRecordException {
    return FieldParsing.requireNotBlank(
        StrictJson.text(StrictJson.require(object, List.of(key)), key), "\"" + key + "\"");
  }

  /** Writes examples, with a list of passages. */
  public static RecordWriter<JudgedExample> writer(Path file) {
    return RecordWriter.open(
        file,
        (example, line) -> {
          ObjectNode object = JsonNodeFactory.instance.objectNode().put("query", example.query());
          ArrayNode passages = object.putArray("passages");
          for (JudgedPassage passage : example.passages()) {
            passages.addObject().put("text", passage.text()).put("grade", passage.grade());
          }
          line.append(object);
        });
  }

  /**
   * Writes a file of examples.
   *
   * @throws IsoglossException if the file cannot be written
   */
  public static void write(Path file, Stream<JudgedExample> examples) {
    try (RecordWriter<JudgedExample> writer = writer(file)) {
      writer.writeAllAndCommit(examples.iterator());
    }
  }

  /** Returns the number of examples in a file that {@link #writer} has written. */
  public static int count(Path file) {
    // One byte for each character suffices to count lines.
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return Math.toIntExact(lines.count());
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }
}
