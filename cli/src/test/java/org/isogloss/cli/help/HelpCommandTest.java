// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class HelpCommandTest extends CommandTest {
  @Test
  void describesTheProgram() {
    assertThat(isogloss("help")).isZero();
    assertThat(out()).startsWith("Usage: isogloss").contains("  search  ", "  help  ");
    assertThat(out()).as("a command for packages only").doesNotContain("  share ");
  }

  @Test
  void printsWhatTheOptionHelpPrints() {
    isogloss("search", "--help");
    String expected = out();
    isogloss("help", "search");
    assertThat(out()).isEqualTo(expected + expected);
  }

  @Test
  void describesNestedCommands() {
    assertThat(isogloss("help", "model", "import")).isZero();
    assertThat(out()).startsWith("Usage: isogloss model import");
  }

  @Test
  void endsWithExamples() {
    assertThat(isogloss("index", "info", "--help")).isZero();
    assertThat(out()).endsWith("\nExamples:\n\n  isogloss index info --index my-index\n");
  }

  @Test
  void listsTheCommandsIfOneIsUnknown() {
    assertThat(isogloss("help", "model", "imprt")).isEqualTo(2);
    assertThat(err())
        .contains("\"isogloss model\" has no command \"imprt\"; expected one of info, fetch,");
  }

  @Test
  void rejectsACommandBelowOneThatHasNone() {
    assertThat(isogloss("help", "search", "deeper")).isEqualTo(2);
    assertThat(err()).contains("\"isogloss search\" has no commands, found \"deeper\"");
  }
}
