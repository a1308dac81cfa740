// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class PagesTest extends CommandTest {
  private static final Pages PAGES = Pages.installed(Map.of("ISOGLOSS_HOME", ".."));
  private static final Pattern NAMED = Pattern.compile("isogloss\\s+help\\s+([a-z/-]+)");

  @Test
  void findsAPageByItsNameItsSectionOrItsPath() {
    Path filters = Path.of("../docs/reference/filters.md");
    for (String topic : List.of("filters", "reference/filters", "docs/reference/filters.md")) {
      assertThat(PAGES.find(topic)).as(topic).hasValue(filters);
    }
    assertThat(PAGES.find("server")).hasValue(Path.of("../docs/guide/server.md"));
    assertThat(PAGES.find("reference/server")).isPresent();
    assertThat(PAGES.find("architecture")).hasValue(Path.of("../docs/architecture.md"));
    assertThat(PAGES.paths()).contains("guide/search", "guide/install", "reference/filters");
  }

  @Test
  void findsNothingElse() {
    for (String topic : List.of("nothing", "../README", "guide", "/etc/passwd", "", "guide/..")) {
      assertThat(PAGES.find(topic)).as(topic).isEmpty();
    }
    assertThat(new Pages(folder).paths()).isEmpty();
  }

  @Test
  void everyPageThatACommandNamesExists() throws Exception {
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path source :
          sources
              .filter(
                  file ->
                      file.toString().endsWith("Command.java")
                          || file.toString().endsWith("Options.java"))
              .toList()) {
        String text =
            Files.readString(source)
                .replaceAll("(?m)^ *\\*.*$", "")
                .replaceAll("\"\\s*\\+\\s*\"", "");
        for (MatchResult named : NAMED.matcher(text).results().toList()) {
          assertThat(PAGES.find(named.group(1)))
              .as("%s names %s", source, named.group())
              .isPresent();
          assertThat(isogloss("help", named.group(1)))
              .as("a command is called %s", named.group(1))
              .isEqualTo(2);
        }
        assertThat(text).as(source.toString()).doesNotContain("docs/guide", "docs/reference");
      }
    }
  }
}
