// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.api.Completion;
import org.isogloss.cli.search.QuerySource.HitLine;
import org.isogloss.cli.search.QuerySource.Line;
import org.isogloss.cli.search.QuerySource.QueryLine;
import org.isogloss.core.Language;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalQueriesTest {
  private static final String DOWN = "\033[B";
  private static final String UP = "\033[A";

  @TempDir private Path folder;

  /** Returns the lines that a user types, who sees three hits of each query. */
  private List<Line> typed(String keys) throws IOException {
    DumbTerminal terminal =
        new DumbTerminal(
            "test",
            "ansi",
            new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
            OutputStream.nullOutputStream(),
            StandardCharsets.UTF_8);
    List<Line> lines = new ArrayList<>();
    Completion battery = new Completion("battery life", Language.of("en"), Completion.Kind.TITLE);
    try (TerminalQueries queries =
        new TerminalQueries(
            terminal,
            Optional.of(folder.resolve("history")),
            text -> text.equals("bat") ? List.of(battery) : List.of())) {
      for (Optional<Line> line = queries.next(); line.isPresent(); line = queries.next()) {
        lines.add(line.get());
        queries.show(3);
      }
    }
    return lines;
  }

  @Test
  void readsQueries() throws IOException {
    assertThat(typed("grüner Tee\r\r 2 \rsecond!\r"))
        .containsExactly(new QueryLine("grüner Tee"), new HitLine(2), new QueryLine("second!"));
  }

  @Test
  void aNumberIsAQueryUnlessThereIsSuchAHit() throws IOException {
    assertThat(typed("1\r4\r3\r"))
        .containsExactly(new QueryLine("1"), new QueryLine("4"), new HitLine(3));
  }

  @Test
  void arrowsTypeTheNumbersOfHits() throws IOException {
    assertThat(typed("tea\r" + DOWN + "\r" + DOWN.repeat(2) + "\r" + DOWN.repeat(9) + UP + "\r"))
        .containsExactly(new QueryLine("tea"), new HitLine(1), new HitLine(2), new HitLine(2));
  }

  @Test
  void arrowUpRepeatsAQuery() throws IOException {
    assertThat(typed("tea\r1\r" + UP + "\r"))
        .containsExactly(new QueryLine("tea"), new HitLine(1), new QueryLine("tea"));
  }

  @Test
  void tabCompletesTheWholeQuery() throws IOException {
    assertThat(typed("bat\t\r")).first().isInstanceOf(QueryLine.class);
    assertThat(((QueryLine) typed("bat\t\r").getFirst()).text().strip()).isEqualTo("battery life");
  }

  @Test
  void keepsQueriesButNoNumbersOfHits() throws IOException {
    typed("tea\r1\r");
    assertThat(Files.readString(folder.resolve("history"))).contains(":tea").doesNotContain(":1");
  }
}
