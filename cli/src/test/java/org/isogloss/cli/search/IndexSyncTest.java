// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndexSyncTest extends CommandTest {
  private Path notes;
  private Path index;

  @BeforeEach
  void notes() throws IOException {
    notes = Files.createDirectory(folder.resolve("notes"));
    index = folder.resolve("index");
    Files.writeString(notes.resolve("a.txt"), "A note about giraffes.");
    Files.writeString(notes.resolve("b.txt"), "A note about zeppelins.");
  }

  private int sync(Object... more) {
    Object[] all = new Object[more.length + 7];
    System.arraycopy(
        new Object[] {"index", notes, "--index", index, "--model", "none", "--sync"}, 0, all, 0, 7);
    System.arraycopy(more, 0, all, 7, more.length);
    return isogloss(all);
  }

  @Test
  void printsWhatHasChanged() throws IOException {
    assertThat(sync()).isZero();
    assertThat(err()).contains("Synchronized with " + notes).contains("files 2 added");
    Files.move(notes.resolve("a.txt"), notes.resolve("c.txt"));
    Files.delete(notes.resolve("b.txt"));
    Files.writeString(notes.resolve("d.txt"), "A note about penguins.");
    assertThat(sync()).isZero();
    assertThat(err())
        .contains("files 1 added, 1 moved, 1 gone")
        .contains("The index contains 2 documents");
    assertThat(isogloss("search", "zeppelins", "--index", index, "--json")).isZero();
    assertThat(out()).doesNotContain("b.txt");
    assertThat(sync()).isZero();
    assertThat(err()).contains("files 2 unchanged");
  }

  @Test
  void listsFilesThatAreSkipped() throws IOException {
    Files.write(notes.resolve("broken.txt"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(sync()).isEqualTo(1);
    assertThat(err()).contains("broken.txt");
    assertThat(sync("--on-error", "skip")).isZero();
    assertThat(err()).contains("skipped 1 record").contains("files 3 added");
  }

  @Test
  void rejectsWhatCannotBeReadAgain() {
    assertThat(isogloss("index", "-", "--index", index, "--model", "none", "--sync")).isEqualTo(1);
    assertThat(err()).contains("standard input: cannot be read again").contains("--sync");
    assertThat(isogloss("index", "--delete", "x", "--index", index, "--model", "none", "--watch"))
        .isEqualTo(1);
    assertThat(err()).contains("--watch needs a collection");
    assertThat(sync("--delete", "a.txt")).isEqualTo(1);
    assertThat(err()).contains("--sync cannot be combined with --delete");
    assertThat(index).doesNotExist();
  }
}
