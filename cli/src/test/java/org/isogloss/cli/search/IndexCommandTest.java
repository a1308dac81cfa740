// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class IndexCommandTest extends CommandTest {
  private Path collection(String name, String... ids) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String id : ids) {
      lines.append("{\"id\": \"").append(id).append("\", \"language\": \"en\", \"text\": \"The ");
      lines.append(id).append(" sleeps.\"}\n");
    }
    return Files.writeString(folder.resolve(name), lines);
  }

  @Test
  void aFailedFirstRunLeavesNoIndex() throws IOException {
    Path index = folder.resolve("index");
    Path missing = folder.resolve("missing.jsonl");
    Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
    assertThat(isogloss("index", missing, "--index", index, "--model", "none")).isEqualTo(1);
    assertThat(isogloss("index", empty, "--index", index, "--model", "none")).isEqualTo(1);
    assertThat(isogloss("index", "--delete", "x", "--index", index, "--model", "none"))
        .isEqualTo(1);
    assertThat(err()).contains("no such index");
    assertThat(index).doesNotExist();
  }

  @Test
  void aRepeatedCommandDoesNotDeleteWhatItAdded() throws IOException {
    Path index = folder.resolve("index");
    Path file = collection("file.jsonl", "cat", "dog");
    for (int i = 0; i < 3; i++) {
      assertThat(
              isogloss("index", file, "--index", index, "--model", "none", "--delete", "cat", "-q"))
          .isZero();
    }
    assertThat(isogloss("search", "cat", "--index", index)).isZero();
    assertThat(out()).contains("The cat sleeps");
    assertThat(err()).doesNotContain("internal");
  }

  @Test
  void anIndexIsChecked() throws IOException {
    Path index = folder.resolve("index");
    isogloss("index", collection("file.jsonl", "cat"), "--index", index, "--model", "none");
    assertThat(isogloss("index", "check", "--index", index)).isZero();
    assertThat(isogloss("index", "--index", index, "check")).isZero();
    assertThat(out()).contains("no problems in 1 document, 1 passage");
    Path segment = index.resolve("lucene").resolve("_0.cfs");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment, bytes);
    assertThat(isogloss("index", "check", "--index", index)).isEqualTo(1);
    assertThat(err()).contains("the index is damaged").contains("segment _0");
  }

  @Test
  void pagesPastTheEndAreEmpty() throws IOException {
    Path index = folder.resolve("index");
    isogloss("index", collection("file.jsonl", "cat"), "--index", index, "--model", "none");
    for (String page : new String[] {"2", "2147483647"}) {
      assertThat(isogloss("search", "cat", "--index", index, "--page", page)).isZero();
      assertThat(err()).contains("No more hits on page " + page);
    }
    assertThat(isogloss("search", "cat", "--index", index, "--top", "2147483647")).isZero();
    assertThat(out()).contains("The cat sleeps");
  }
}
