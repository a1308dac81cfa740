// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
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
  void suggestsSimilarCommands() {
    assertThat(run("serch")).contains("Unmatched argument", "isogloss search");
  }
}
