// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class ShareCommandTest extends CommandTest {
  private String page(String name) throws IOException {
    assertThat(isogloss("share", "--to", folder)).as(err()).isZero();
    return Files.readString(folder.resolve("man/man1").resolve(name));
  }

  @Test
  void writesTheScriptsOfAllShells() throws IOException {
    page("isogloss.1");
    for (Shell shell : Shell.values()) {
      assertThat(folder.resolve(shell.sharedFile())).isNotEmptyFile();
    }
  }

  @Test
  void everyCommandHasAPageThatItsParentRefersTo() throws IOException {
    String root = page("isogloss.1");
    assertThat(root).contains("\\fBisogloss\\-model\\fR(1)").doesNotContain("share");
    assertThat(page("isogloss-model.1")).contains("\\fBisogloss\\-model\\-import\\fR(1)");
    assertThat(page("isogloss-model-import.1")).contains("\\fBisogloss\\-model\\fR(1)");
  }

  @Test
  void pageHasTheSectionsOfAManual() throws IOException {
    assertThat(page("isogloss-search.1").lines())
        .filteredOn(line -> line.startsWith(".SH"))
        .containsExactly(
            ".SH \"NAME\"",
            ".SH \"SYNOPSIS\"",
            ".SH \"DESCRIPTION\"",
            ".SH \"ARGUMENTS\"",
            ".SH \"OPTIONS\"",
            ".SH \"EXAMPLES\"",
            ".SH \"EXIT STATUS\"",
            ".SH \"SEE ALSO\"");
    assertThat(page("isogloss-index-info.1"))
        .contains(".nf\nisogloss index info \\-\\-index my\\-index\n.fi\n");
    assertThat(page("isogloss.1")).contains(".SH \"ENVIRONMENT\"", "\\fBNO_COLOR\\fR");
  }

  @Test
  void optionHasItsNamesValueAndDefault() throws IOException {
    assertThat(page("isogloss-search.1"))
        .contains(".TP\n\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\n")
        .contains(".TP\n\\fB\\-\\-top\\fR=\\fIN\\fR\n")
        .contains("isogloss\\-index).\n")
        .doesNotContain("${", "@|", "%%");
  }

  @Test
  void noLineOfTextIsParsedAsARoffRequest() throws IOException {
    page("isogloss.1");
    List<String> requests = List.of(".TH", ".SH", ".TP", ".IP", ".PP", ".nf", ".fi", ".nh", ".ad");
    try (Stream<Path> pages = Files.list(folder.resolve("man/man1"))) {
      for (Path page : pages.toList()) {
        assertThat(Files.readAllLines(page))
            .as("%s", page)
            .filteredOn(line -> line.startsWith(".") || line.startsWith("'"))
            .allMatch(line -> requests.contains(line.split(" ", 2)[0]));
      }
    }
  }

  @Test
  void reportsAFolderThatCannotBeMade() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(isogloss("share", "--to", file)).isOne();
    assertThat(err()).startsWith("isogloss: " + file);
  }
}
