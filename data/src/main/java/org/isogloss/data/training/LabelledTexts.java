// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.training;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.StrictJson;

/**
 * Texts in known languages as JSON, one object per line: {@code {"language": "de", "text": "...",
 * "query": "..."}}. The query is optional. Other keys are ignored. A blank text is malformed.
 */
public final class LabelledTexts {
  private LabelledTexts() {}

  /** Reads texts. */
  public static Records<LabelledText> read(Path file, OnError onError) {
    return LineRecordReader.read(file, onError, line -> text(StrictJson.object(line)));
  }

  private static LabelledText text(ObjectNode object) throws MalformedRecordException {
    String code = JudgedExamples.text(object, "language");
    Language language =
        Language.find(code)
            .orElseThrow(
                () ->
                    new MalformedRecordException(
                        "\"language\" is \"" + code + "\", expected a language code such as en"));
    return new LabelledText(
        language,
        JudgedExamples.text(object, "text"),
        object.has("query") ? Optional.of(JudgedExamples.text(object, "query")) : Optional.empty());
  }

  /** Writes texts. */
  public static RecordWriter<LabelledText> writer(Path file) {
    return RecordWriter.open(
        file,
        (text, line) -> {
          ObjectNode object =
              JsonNodeFactory.instance
                  .objectNode()
                  .put("language", text.language().tag())
                  .put("text", text.text());
          text.query().ifPresent(query -> object.put("query", query));
          line.append(object);
        });
  }

  /**
   * Writes a file of texts.
   *
   * @throws IsoglossException if the file cannot be written
   */
  public static void write(Path file, Stream<LabelledText> texts) {
    try (RecordWriter<LabelledText> writer = writer(file)) {
      writer.writeAllAndCommit(texts.iterator());
    }
  }
}
