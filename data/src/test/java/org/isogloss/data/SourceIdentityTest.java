// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceIdentityTest {
  @TempDir Path folder;
  @TempDir Path outside;

  private String identity(SymbolicLinks links) {
    return SourceIdentity.of(folder, Language.UNDETERMINED, "", links).value();
  }

  @Test
  void followsLinksOutOfTheFolderOnlyIfTheyAreRead() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "text");
    Path linked = Files.writeString(outside.resolve("b.txt"), "before");
    Files.createSymbolicLink(folder.resolve("b.txt"), linked);
    String within = identity(SymbolicLinks.WITHIN_FOLDER);
    String all = identity(SymbolicLinks.ALL);
    Files.writeString(linked, "after");
    assertThat(identity(SymbolicLinks.WITHIN_FOLDER)).isEqualTo(within);
    assertThat(identity(SymbolicLinks.ALL)).isNotEqualTo(all);
    Files.delete(folder.resolve("b.txt"));
    Files.createSymbolicLink(folder.resolve("b.txt"), outside.resolve("c.txt"));
    assertThat(identity(SymbolicLinks.WITHIN_FOLDER)).isNotEqualTo(within);
  }

  @Test
  void aFileThatCannotBeReadIsLeftToItsReader() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "text");
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Path file = Files.writeString(folder.resolve("b.txt"), "text");
    closed.toFile().setReadable(false);
    file.toFile().setReadable(false);
    assertThat(identity(SymbolicLinks.WITHIN_FOLDER))
        .isEqualTo(identity(SymbolicLinks.WITHIN_FOLDER));
    assertThatThrownBy(() -> SourceIdentity.of(folder.resolve("none")).value())
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder.resolve("none") + ": no such file");
  }
}
