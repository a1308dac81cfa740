// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuccFolderTest {
  private static final String GERMAN =
      """
      de-000000001\tEin Haus.
      de-000000002\tEin Hund.
      de-000000003\tEin Haus.
      de-000000004\tEin Baum.
      """;
  private static final String ENGLISH =
      """
      en-000000001\tA river.
      en-000000002\tA tree.
      en-000000003\tA house.
      """;
  private static final String GOLD =
      """
      de-000000004\ten-000000002
      de-000000001\ten-000000003
      """;

  @TempDir private Path folder;

  private void write(String prefix, String gold) throws IOException {
    Files.createDirectories(folder.resolve(prefix).getParent());
    Files.writeString(folder.resolve(prefix + ".de"), GERMAN);
    Files.writeString(folder.resolve(prefix + ".en"), ENGLISH);
    Files.writeString(folder.resolve(prefix + ".gold"), gold);
  }

  @Test
  void readsTheFilesOfTheTask() throws IOException {
    write("de-en/de-en.sample", "");
    write("de-en/de-en.training", GOLD);
    MiningTestSet german = BuccFolder.read(folder, Integer.MAX_VALUE).getFirst();
    assertThat(german.languages()).hasToString("de-en");
    assertThat(german.source())
        .as("a repeated sentence counts once")
        .containsExactly("Ein Haus.", "Ein Hund.", "Ein Baum.");
    assertThat(german.target()).containsExactly("A river.", "A tree.", "A house.");
    assertThat(german.hiddenPairs()).isEqualTo(Map.of(0, 2, 2, 1));
  }

  @Test
  void readsTheFilesOfXtremeAndKeepsPairsIfLinesAreLimited() throws IOException {
    write("de-en.dev", GOLD);
    MiningTestSet german = BuccFolder.read(folder, 2).getFirst();
    assertThat(german.source()).containsExactly("Ein Haus.", "Ein Baum.");
    assertThat(german.target()).containsExactly("A river.", "A tree.");
    assertThat(german.hiddenPairs()).isEqualTo(Map.of(1, 1));
  }

  @Test
  void reportsWhatDoesNotFit() throws IOException {
    assertThat(BuccFolder.read(folder, 9)).as("no files").isEmpty();
    write("de-en.dev", "de-000000009\ten-000000002\n");
    assertThatThrownBy(() -> BuccFolder.read(folder, 9))
        .isInstanceOf(IsoglossException.class)
        .hasMessageEndingWith("names sentences that are not in the files of de and en");
    write("de-en.dev", "de-000000001\n");
    assertThatThrownBy(() -> BuccFolder.read(folder, 9))
        .hasMessageContaining("de-en.dev.gold:1: expected an id that occurs once");
  }
}
