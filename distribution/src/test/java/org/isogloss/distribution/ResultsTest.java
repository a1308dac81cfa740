// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.modelio.ModelFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every table of docs/results is followed by a line that states the weights with which it was
 * measured: those of the shipped models by the first digits of their fingerprints, or earlier ones.
 * Every result that is stored as JSON is linked.
 */
class ResultsTest {
  private static final Path RESULTS = Path.of("..", "docs", "results");
  private static final Pattern TABLE = Pattern.compile("(?:^\\|.*\n)+", Pattern.MULTILINE);
  private static final Pattern WEIGHTS = Pattern.compile("\nWeights: ([^\n]*)\\.\n");
  private static final Pattern SHIPPED = Pattern.compile("`([a-z]+)` ([0-9a-f]{8})\\b");

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(RESULTS)) {
      return files
          .filter(file -> file.toString().endsWith(".md") && !file.endsWith("README.md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyTableStatesItsWeights(Path page) throws IOException {
    String text = Files.readString(page);
    for (MatchResult table : TABLE.matcher(text).results().toList()) {
      String name = page + ": the table " + table.group().lines().findFirst().orElseThrow();
      Matcher weights = WEIGHTS.matcher(text).region(table.end(), text.length());
      assertThat(weights.lookingAt()).as("%s is followed by Weights: ...", name).isTrue();
      assertThat(weights.group(1))
          .as(name)
          .matches(
              "none that are shipped|.*(" + SHIPPED.pattern() + "|earlier ones of `[a-z]+`).*");
      for (MatchResult model : SHIPPED.matcher(weights.group(1)).results().toList()) {
        assertThat(model.group(2))
            .as(
                "%s: if it was not measured again with the present weights, write"
                    + " \"earlier ones of `%s`\"",
                name, model.group(1))
            .isEqualTo(ModelFolder.open(model.group(1)).fingerprint().substring(0, 8));
      }
    }
  }

  /** The JSON that commands wrote. */
  @Test
  void everyStoredResultIsLinkedByAPage() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path page : pages().toList()) {
      all.append(Files.readString(page));
    }
    try (Stream<Path> stored = Files.list(RESULTS.resolve("papers"))) {
      for (Path file : stored.toList()) {
        assertThat(all).as("a link to %s", file).contains("(papers/" + file.getFileName() + ")");
        JsonNode result = new ObjectMapper().readTree(file.toFile());
        assertThat(result.path("tables")).as("%s", file).isNotEmpty();
        assertThat(result.at("/settings/seed").asText()).as("%s", file).isNotEmpty();
      }
    }
  }
}
