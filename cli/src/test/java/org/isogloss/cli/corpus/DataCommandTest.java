// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DataCommandTest extends CommandTest {
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            """
            {"id": "1", "language": "de", "text": "Der Ausschuss trat am Nachmittag zusammen."}
            {"id": "2", "language": "de", "text": "The committee met in the afternoon."}
            {"id": "2", "text": "Der Ausschuss trat am Nachmittag zusammen."}
            """);
  }

  @Test
  void summarisesAFile() {
    assertThat(isogloss("data", "info", file)).isZero();
    assertThat(out())
        .isEqualTo(
            """
            format       JSONL, an object with id and text on each line
            records      3
            bad records  0
            texts        3
            declared     de 2, und 1
            identified   de 2, en 1 (of 3)
            mismatched   1 (of 3)
                         2 de, identified as en: The committee met in the afternoon.
            characters   35 to 42, mean 39.7; 25% up to 35, 50% 42, 75% 42, 95% 42
            same id      1 as an earlier record
            same text    1 as an earlier record
            """);
    assertThat(err()).isEmpty();
  }

  @Test
  void failsOnBadRecordsUnlessTheyAreSkipped() throws Exception {
    Files.writeString(file, "{\"id\": \"1\", \"text\": \"x\"}\n{\"id\": \"2\"}\n");
    assertThat(isogloss("data", "info", file)).isEqualTo(1);
    assertThat(out()).contains("bad records  1\n").contains("docs.jsonl:2: has no \"text\"");
    assertThat(err()).contains("1 record cannot be read").contains("--on-error skip");
    assertThat(isogloss("data", "info", file, "--on-error", "skip")).isZero();
  }

  @Test
  void printsNothingButJson() {
    assertThat(isogloss("data", "info", "--json", file)).isZero();
    assertThat(out()).startsWith("{\"path\":").contains("\"declared\":{\"de\":2,\"und\":1}");
    assertThat(out().strip().lines()).hasSize(1);
    assertThat(err()).isEmpty();
  }

  @Test
  void listsTheSupportedFormatsForOtherFiles() throws Exception {
    Path other = Files.writeString(folder.resolve("a.bin"), "no data\n");
    assertThat(isogloss("data", "info", other)).isEqualTo(1);
    assertThat(err()).contains("a.bin: begins with \"no data\"").contains("TREC topics");
  }
}
