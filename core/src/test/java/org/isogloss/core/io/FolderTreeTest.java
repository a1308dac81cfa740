// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {
  @TempDir private Path folder;

  @Test
  void deletesAFolderWithItsContents() throws IOException {
    Path tree = folder.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.writeString(tree.resolve("a/b/file"), "x");
    Files.writeString(tree.resolve("file"), "x");
    FolderTree.deleteIfExists(tree);
    assertThat(tree).doesNotExist();
    assertThat(folder).exists();
  }

  @Test
  void measuresFilesButNotTheTargetsOfSymbolicLinks() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path tree = folder.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.writeString(tree.resolve("a/b/file"), "12345");
    Path file = Files.writeString(tree.resolve("file"), "12");
    Files.createSymbolicLink(tree.resolve("link"), file);
    Path link = Files.createSymbolicLink(folder.resolve("link"), tree);
    assertThat(FolderTree.size(tree)).isEqualTo(7);
    assertThat(FolderTree.size(link)).isEqualTo(7);
    assertThat(FolderTree.size(file)).isEqualTo(2);
    Path absent = folder.resolve("absent");
    assertThatThrownBy(() -> FolderTree.size(absent))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(absent.toString());
  }

  @Test
  void ignoresAFolderThatDoesNotExist() {
    assertThatCode(() -> FolderTree.deleteIfExists(folder.resolve("absent")))
        .doesNotThrowAnyException();
  }

  @Test
  void keepsWhatASymbolicLinkPointsTo() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path kept = Files.writeString(folder.resolve("kept"), "x");
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Files.createSymbolicLink(tree.resolve("link"), kept);
    FolderTree.deleteIfExists(tree);
    assertThat(tree).doesNotExist();
    assertThat(kept).exists();
  }
}
