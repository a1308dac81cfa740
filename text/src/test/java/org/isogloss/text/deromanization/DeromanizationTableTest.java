// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeromanizationTableTest {
  private static final Language RUSSIAN = Language.of("ru");

  @Test
  void isReadAsItWasWritten() throws IOException {
    DeromanizationTable table =
        new DeromanizationTable(
            RUSSIAN,
            List.of(new RomanizedEntry("khleb", "хлеб", 12), new RomanizedEntry("kak", "как", 7)),
            List.of(new RomanizedEntry("shch", "щ", 3)));
    StringWriter out = new StringWriter();
    table.write(out);
    assertThat(read(out.toString())).isEqualTo(table);
  }

  @Test
  void mayBeEmpty() throws IOException {
    assertThat(read("\n")).isEqualTo(new DeromanizationTable(RUSSIAN, List.of(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"khleb\tхлеб", "Khleb\tхлеб\t1", "khleb\t\t1", "khleb\tхлеб\t0", "a\tа\tx"})
  void namesTheLineThatIsNoEntry(String line) {
    assertThatThrownBy(() -> read("kak\tкак\t7\n" + line + "\n"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("ru.tsv, line 2")
        .hasMessageContaining(line)
        .hasMessageContaining("expected letters a to z");
  }

  private static DeromanizationTable read(String text) throws IOException {
    return DeromanizationTable.read(
        RUSSIAN, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "ru.tsv");
  }
}
