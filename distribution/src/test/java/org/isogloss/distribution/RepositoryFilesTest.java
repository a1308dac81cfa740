// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files of the repository that no module reads. */
class RepositoryFilesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern SCRIPT =
      Pattern.compile("(?:^|[\\s`])(\\.ci/[\\w-]+|performance/[\\w-]+)\\b");

  private static List<Path> workflows() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(".github/workflows"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void workflowsPinActionsByCommit() throws IOException {
    for (Path workflow : workflows()) {
      assertThat(Files.readString(workflow).lines())
          .as("%s", workflow)
          .filteredOn(line -> line.contains("uses:"))
          .isNotEmpty()
          .allMatch(line -> line.matches(".*uses: [\\w-]+/[\\w-]+@[0-9a-f]{40} # v[\\d.]+"));
    }
  }

  @Test
  void workflowsRunScriptsThatExist() throws IOException {
    for (Path workflow : workflows()) {
      for (Matcher script = SCRIPT.matcher(Files.readString(workflow)); script.find(); ) {
        assertThat(ROOT.resolve(script.group(1))).as("%s", workflow).isExecutable();
      }
    }
  }

  @Test
  void citationNamesThisVersion() throws IOException {
    assertThat(Files.readString(ROOT.resolve("CITATION.cff")))
        .contains("\nversion: " + Installation.VERSION + "\n");
  }
}
