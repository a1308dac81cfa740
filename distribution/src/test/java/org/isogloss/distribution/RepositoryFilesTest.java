// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  void rowsOfRatiosAreDocumented() throws IOException {
    String script = Files.readString(ROOT.resolve("performance/ratios"));
    String section = Files.readString(ROOT.resolve("performance/README.md")).split("(?m)^## ")[1];
    assertThat(section).startsWith("Ratios");
    assertThat(find(section, "(?m)^\\| `([\\w-]+)` \\|"))
        .isNotEmpty()
        .isEqualTo(find(script, "(?m)^    \"([\\w-]+)\": \\(\\w+, \\("));
    assertThat(find(script, "measure\\(\"([\\w-]+)\""))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(ROOT.resolve("performance").resolve(name)).isExecutable());
  }

  @Test
  void peersOfRatiosHaveTheVersionsOfOtherComparisons() throws IOException {
    Path peers = ROOT.resolve("performance/peers");
    assertThat(Files.readAllLines(peers.resolve("requirements-ratios.txt")))
        .isNotEmpty()
        .isSubsetOf(
            Stream.of("requirements.txt", "requirements-transformers.txt")
                .flatMap(name -> lines(peers.resolve(name)))
                .toList());
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> find(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }

  @Test
  void citationNamesThisVersionAndThePapers() throws IOException {
    JsonNode citation =
        new ObjectMapper(new YAMLFactory()).readTree(ROOT.resolve("CITATION.cff").toFile());
    for (String field : List.of("cff-version", "message", "title", "license")) {
      assertThat(citation.path(field).asText()).as(field).isNotBlank();
    }
    assertThat(citation.path("type").asText()).isEqualTo("software");
    assertThat(citation.path("version").asText()).isEqualTo(Installation.VERSION);
    assertThat(citation.path("license").asText()).isEqualTo("Apache-2.0");
    assertThat(citation.path("authors")).isNotEmpty();
    assertThat(citation.path("references")).as("the papers of docs/guide/papers.md").hasSize(5);
    for (JsonNode paper : citation.path("references")) {
      assertThat(paper.path("title").asText()).isNotBlank();
      assertThat(paper.path("year").asInt()).isBetween(2019, 2021);
      for (JsonNode author : paper.path("authors")) {
        assertThat(author.path("family-names").asText()).isNotBlank();
        assertThat(author.path("given-names").asText()).isNotBlank();
      }
    }
  }
}
