// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.qa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.Queries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the rows that the library {@code datasets} of Hugging Face exports. */
class SquadRowsTest {
  private static final Language DE = Language.of("de");

  private static final List<String> ROWS =
      List.of(
          "{\"id\":\"a\",\"title\":\"Rhein\",\"context\":\"Der {Rhein} ist lang.\",\"question\":"
              + "\"Was?\",\"answers\":{\"text\":[\"Rhein\",\"lang\"],\"answer_start\":[5,16]}}",
          "{\"id\":\"b\",\"title\":\"Rhein\",\"context\":\"Der {Rhein} ist lang.\",\"question\":"
              + "\"Wie?\",\"answers\":{\"text\":[],\"answer_start\":[]}}",
          "{\"id\":\"c\",\"title\":\"Rhein\",\"context\":\"Ein Fluss.\",\"question\":\"Wo?\","
              + "\"answers\":[{\"text\":\"Fluss\",\"answer_start\":4}]}",
          "{\"id\":\"d\",\"title\":\"Donau\",\"context\":\"Länger.\",\"question\":\"Wer?\","
              + "\"answers\":{\"text\":[\"Länger\"],\"answer_start\":[0]}}");

  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Document document(String id, String article, String text) {
    return new Document(id, DE, "", text)
        .withMetadata(Metadata.EMPTY.with("article", MetadataValue.of(article)));
  }

  private static List<String> viewerRows() {
    return ROWS.stream().map(row -> "{\"row_idx\":0,\"row\":" + row + "}").toList();
  }

  @Test
  void readsLinesAndArrays() throws IOException {
    for (Path file :
        List.of(
            write("de.jsonl", String.join("\n", ROWS)),
            write("de.rows.json", "[\n" + String.join(",\n", ROWS) + "]"),
            write("de.viewer.json", "{\"rows\":[" + String.join(",", viewerRows()) + "]}"),
            write("de.viewer.jsonl", String.join("\n", viewerRows())),
            write("de.json", "{\"version\": \"1\", \"data\": [" + String.join(",", ROWS) + "]}"))) {
      assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.SQUAD);
      assertThat(Documents.read(file, DE, OnError.FAIL).toList())
          .containsExactly(
              document("de/0-0", "Rhein", "Der {Rhein} ist lang."),
              document("de/0-1", "Rhein", "Ein Fluss."),
              document("de/1-0", "Donau", "Länger."));
      assertThat(Queries.read(file, DE, OnError.FAIL).toList())
          .containsExactly(
              new Query("de/a", DE, "Was?"),
              new Query("de/b", DE, "Wie?"),
              new Query("de/c", DE, "Wo?"),
              new Query("de/d", DE, "Wer?"));
      assertThat(SquadDataset.readWithDefaultLanguage(file, DE, OnError.FAIL).toList())
          .flatExtracting(SquadParagraph::questions)
          .extracting(SquadQuestion::answers)
          .containsExactly(
              List.of(new SquadAnswer(5, "Rhein"), new SquadAnswer(16, "lang")),
              List.of(),
              List.of(new SquadAnswer(4, "Fluss")),
              List.of(new SquadAnswer(0, "Länger")));
    }
  }

  @Test
  void readsAnswersAsAnObjectInParagraphs() throws IOException {
    Path file =
        write(
            "de.hf.json",
            """
            {"data": [{"title": "Rhein", "paragraphs": [{"context": "Der Rhein ist lang.", "qas":
              [{"id": "a1", "question": "Was?", "answers": {"text": ["Rhein"], "answer_start": [4]}}]
            }]}]}
            """);
    assertThat(SquadDataset.readWithDefaultLanguage(file, DE, OnError.FAIL).toList())
        .flatExtracting(SquadParagraph::questions)
        .flatExtracting(SquadQuestion::answers)
        .containsExactly(new SquadAnswer(4, "Rhein"));
  }

  @Test
  void aMalformedRowDoesNotLoseItsParagraph() throws IOException {
    String wrong = ROWS.getFirst().replace("[5,16]", "[6]");
    Path file = write("de.jsonl", ROWS.getLast() + "\n" + wrong + "\n{\"question\":\n");
    Records<Document> documents = Documents.read(file, DE, OnError.SKIP);
    assertThat(documents.toList())
        .containsExactly(
            document("de/0-0", "Donau", "Länger."),
            document("de/1-0", "Rhein", "Der {Rhein} ist lang."));
    assertThat(documents.problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith(
                        file + ":2: the answers have 2 texts and 1 offset, expected the same"),
            second -> assertThat(second).startsWith(file + ":3: is not JSON"));
  }
}
