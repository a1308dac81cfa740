// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  private static final String HOSTILE = "a\033]0;title\007\u009b31m\u202eb";
  private static final String SHOWN = "a␛]0;title␇\ufffd31m\ufffdb";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console console(Terminal terminal) {
    return new Console(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminal);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void makesResultsForPeopleSafeToDisplay() {
    for (Terminal terminal : new Terminal[] {Terminal.NONE, terminal(Map.of())}) {
      out.reset();
      console(terminal).print("x\ty\n" + HOSTILE);
      assertThat(out()).isEqualTo("x\ty\n" + SHOWN + "\n");
    }
  }

  @Test
  void printsARowOnOneLine() {
    console(Terminal.NONE).printRow("name", "compact\nlicence      MIT\t" + HOSTILE);
    assertThat(out()).isEqualTo("name         compact licence      MIT " + SHOWN + "\n");
  }

  @Test
  void anActivityIsReplacedOnATerminal() {
    Console console = console(terminal(Map.of()));
    console.activity("Opening");
    console.note("Open");
    assertThat(err()).isEqualTo("\rOpening\r       \rOpen\n");
    err.reset();
    console(Terminal.NONE).activity("Opening");
    assertThat(err()).isEqualTo("Opening\n");
  }

  @Test
  void makesMessagesSafeToDisplay() {
    Console console = console(Terminal.NONE);
    console.note(HOSTILE);
    console.warn(HOSTILE);
    console.error(HOSTILE);
    console.errWriter().println(HOSTILE);
    assertThat(err())
        .isEqualTo(String.format("%1$s\nisogloss: warning: %1$s\nisogloss: %1$s\n%1$s\n", SHOWN));
  }

  @Test
  void indentsContinuationLinesOfMessages() {
    console(Terminal.NONE).error("no file \"x\nisogloss: all is well\"\n  indented");
    assertThat(err()).isEqualTo("isogloss: no file \"x\n  isogloss: all is well\"\n  indented\n");
  }

  @Test
  void printsDataUnchangedToFilesAndSafelyToTerminals() {
    console(Terminal.NONE).printData(HOSTILE);
    console(terminal(Map.of())).printData(HOSTILE);
    assertThat(out()).isEqualTo(HOSTILE + "\n" + SHOWN + "\n");
  }

  @Test
  void escapesJson() {
    console(Terminal.NONE).printJson("{\"id\": \"\u009b\u202e\"}");
    assertThat(out()).isEqualTo("{\"id\": \"\\u009b\\u202e\"}\n");
  }

  @Test
  void makesProgressSafeToDisplay() throws InterruptedException {
    ProgressBar bar = console(terminal(Map.of())).progress("Encoding " + HOSTILE + "\n", "lines");
    Thread.sleep(150);
    bar.update(1, 2, HOSTILE);
    assertThat(err()).contains("Encoding " + SHOWN + "  [").doesNotContain("\033", "\n", "\u009b");
  }

  private static Terminal terminal(Map<String, String> more) {
    Map<String, String> environment =
        new HashMap<>(Map.of("ISOGLOSS_TERMINAL_OUT", "120", "ISOGLOSS_TERMINAL", "100"));
    environment.putAll(more);
    return Terminal.of(environment);
  }

  @Test
  void usesStylesUnlessTheEnvironmentDisablesThem() {
    assertThat(terminal(Map.of()).supportsOutputStyles()).isTrue();
    assertThat(terminal(Map.of("NO_COLOR", "")).supportsOutputStyles()).isTrue();
    assertThat(terminal(Map.of("NO_COLOR", "0")).supportsOutputStyles()).isFalse();
    assertThat(terminal(Map.of("NO_COLOR", "1")).errorColumns()).as("drawn over").hasValue(100);
    assertThat(terminal(Map.of("TERM", "dumb")).supportsOutputStyles()).isFalse();
    assertThat(terminal(Map.of("TERM", "dumb")).errorColumns()).as("drawn over").isEmpty();
  }

  @Test
  void usesNoStylesInFilesEvenIfMessagesGoToATerminal() {
    Terminal terminal = terminal(Map.of("ISOGLOSS_TERMINAL_OUT", ""));
    assertThat(terminal.supportsOutputStyles()).isFalse();
    assertThat(terminal.tableColumns()).isEqualTo(OptionalInt.of(100));
  }

  @Test
  void toleratesInvalidColumns() {
    assertThat(terminal(Map.of("ISOGLOSS_TERMINAL", "none")).errorColumns()).hasValue(80);
    assertThat(terminal(Map.of("ISOGLOSS_TERMINAL", "3")).errorColumns()).hasValue(40);
    assertThat(Terminal.of(Map.of()))
        .isEqualTo(new Terminal(OptionalInt.empty(), OptionalInt.empty(), false, true));
  }
}
