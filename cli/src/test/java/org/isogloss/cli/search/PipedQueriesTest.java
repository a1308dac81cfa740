// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class PipedQueriesTest extends CommandTest {
  private int search(String lines, Object... more) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    try {
      Object[] all = new Object[more.length + 3];
      all[0] = "search";
      all[1] = "--index";
      all[2] = folder.resolve("index");
      System.arraycopy(more, 0, all, 3, more.length);
      return isogloss(all);
    } finally {
      System.setIn(before);
    }
  }

  private void index() throws IOException {
    Path documents =
        Files.writeString(
            folder.resolve("docs.jsonl"),
            "{\"id\": \"cat\", \"text\": \"Die Katze schläft.\"}\n{\"id\": \"dog\", \"text\": \"Ein Hund.\"}\n");
    assertThat(
            isogloss(
                "index", documents, "--index", folder.resolve("index"), "--model", "none", "-q"))
        .isZero();
  }

  @Test
  void answersEachLine() throws IOException {
    index();
    assertThat(search("Katze\n\n  \nHund")).isZero();
    assertThat(out()).containsSubsequence("> Katze\n", "cat", "> Hund\n", "dog");
    assertThat(search("Katze\nHund\n", "--json")).isZero();
    assertThat(out()).containsSubsequence("\"query\" : \"Katze\"", "\"query\" : \"Hund\"");
  }

  @Test
  void endsAtAnError() throws IOException {
    index();
    assertThat(search("Katze\n", "--filter", "size > 3")).isEqualTo(1);
    assertThat(err()).contains("no document has the field \"size\"");
  }
}
