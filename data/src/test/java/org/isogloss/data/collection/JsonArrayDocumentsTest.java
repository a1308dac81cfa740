// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.Documents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonArrayDocumentsTest {
  @TempDir Path folder;

  private Path write(String json) throws IOException {
    return Files.writeString(folder.resolve("documents.json"), json);
  }

  private static Records<Document> read(Path file, OnError onError) {
    return Documents.read(file, Language.UNDETERMINED, onError);
  }

  @Test
  void readsElementsAndSkipsMalformedOnes() throws IOException {
    Path file =
        write(
            """
            [
              {"id": 1, "text": "one", "tags": ["x"]},
              {"id": 2},
              5,
              {"id": 3, "language": "de",
               "title": "drei"}
            ]
            """);
    assertThat(DataFormat.detect(file)).isEqualTo(DataFormat.JSON_ARRAY);
    Records<Document> records = read(file, OnError.SKIP);
    assertThat(records.toList())
        .containsExactly(
            new Document("1", Language.UNDETERMINED, "", "one")
                .withMetadata(
                    Metadata.EMPTY.with(
                        "tags",
                        new MetadataValue.ListValue(java.util.List.of(MetadataValue.of("x"))))),
            new Document("3", Language.of("de"), "drei", ""));
    assertThat(records.problems())
        .extracting(Throwable::getMessage)
        .satisfiesExactly(
            first -> assertThat(first).startsWith(file + ":3: element 2: has no \"text\""),
            second ->
                assertThat(second)
                    .startsWith(file + ":4: element 3: \"element 3\" is the number 5"));
    assertThat(read(write("[]"), OnError.FAIL).toList()).isEmpty();
  }

  @Test
  void reportsADefectOfTheWholeFile() throws IOException {
    for (String damaged : new String[] {"[{\"id\": 1, \"text\": \"x\"}", "[{\"id\" 1}]"}) {
      Path file = write(damaged);
      assertThatThrownBy(() -> read(file, OnError.SKIP).toList())
          .isInstanceOf(FormatException.class)
          .hasMessageStartingWith(file + ":1: is");
    }
    Path two = write("[] []");
    assertThatThrownBy(() -> read(two, OnError.SKIP).toList())
        .hasMessageContaining("there is more data after the JSON array");
  }
}
