// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

class IsoglossTest {
  private static String run(String... args) {
    var out = new ByteArrayOutputStream();
    Isogloss.run(out, out, args);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void commandNamesMatchTheirClasses() {
    for (String name : Isogloss.COMMANDS) {
      assertThat(Isogloss.command(name).getAnnotation(Command.class).name()).isEqualTo(name);
      assertThat(run(name, "--help")).contains("Usage: isogloss " + name);
    }
  }

  @Test
  void helpDescribesEveryCommand() {
    String help = run("--help");
    assertThat(help).contains(Isogloss.COMMANDS);
    assertThat(help).contains("Exit codes:", "Measure a run against relevance judgements");
  }

  @Test
  void statesThatNothingFitsAboveTheHits(@TempDir Path folder) throws IOException {
    Path documents =
        Files.writeString(folder.resolve("docs.jsonl"), "{\"id\": 1, \"text\": \"Cats sleep.\"}\n");
    String index = folder.resolve("index").toString();
    run("index", documents.toString(), "--index", index, "--model", "compact");
    assertThat(run("search", "asdkjhasd qwlkej", "--index", index))
        .containsSubsequence("Nothing in this index is a confident match.", "Cats sleep.");
  }

  @Test
  void suggestsSimilarCommands() {
    assertThat(run("serch")).contains("no command \"serch\": did you mean isogloss search?");
    assertThat(run("identify", "a.txt")).contains("did you mean isogloss data identify?");
    assertThat(run("romanise", "a.txt")).contains("did you mean isogloss data romanize?");
    assertThat(run("xyzzyxyzzy"))
        .contains("no command \"xyzzyxyzzy\": all commands: isogloss help");
  }
}
