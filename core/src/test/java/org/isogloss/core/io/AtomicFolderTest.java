// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFolderTest {
  @TempDir private Path scratch;

  @Test
  void createsTheWholeFolder() {
    Path folder = scratch.resolve("above/made");
    AtomicFolder.create(
        folder,
        place -> {
          assertThat(folder).doesNotExist();
          Files.createDirectory(place.resolve("inner"));
          Files.writeString(place.resolve("inner/file"), "text");
        });
    assertThat(folder.resolve("inner/file")).hasContent("text");
    assertThat(folder.getParent()).isDirectoryContaining(file -> file.endsWith("made"));
    assertThat(folder.getParent()).isDirectoryNotContaining(file -> !file.endsWith("made"));
  }

  @Test
  void replacesAnEmptyFolder() throws IOException {
    Path folder = Files.createDirectory(scratch.resolve("empty"));
    AtomicFolder.create(folder, place -> Files.writeString(place.resolve("file"), "text"));
    assertThat(folder.resolve("file")).hasContent("text");
  }

  @Test
  void deletesAPartlyWrittenFolder() {
    Path folder = scratch.resolve("made");
    assertThatThrownBy(
            () ->
                AtomicFolder.create(
                    folder,
                    place -> {
                      Files.writeString(place.resolve("file"), "text");
                      throw new IOException("the disk is full");
                    }))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContainingAll("made", "the disk is full");
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void rejectsAnExistingFileOrFolder() throws IOException {
    Path file = Files.writeString(scratch.resolve("file"), "kept");
    Path full = Files.createDirectory(scratch.resolve("full"));
    Files.writeString(full.resolve("inner"), "kept");
    for (Path taken : new Path[] {file, full}) {
      assertThatThrownBy(() -> AtomicFolder.create(taken, place -> {}))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("already exists");
    }
    assertThat(file).hasContent("kept");
    assertThat(full.resolve("inner")).hasContent("kept");
  }

  @Test
  void replacesTheFolderThatALinkLeadsTo() throws IOException {
    Path target = Files.createDirectory(scratch.resolve("target"));
    Path link = Files.createSymbolicLink(scratch.resolve("link"), target);
    AtomicFolder.create(link, place -> Files.writeString(place.resolve("file"), "text"));
    assertThat(link).isSymbolicLink();
    assertThat(target.resolve("file")).hasContent("text");
  }

  @Test
  void rejectsALinkToNothing() throws IOException {
    Path link = Files.createSymbolicLink(scratch.resolve("link"), scratch.resolve("missing"));
    assertThatThrownBy(() -> AtomicFolder.create(link, place -> {}))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("link: is a link to a folder that does not exist");
    assertThat(link).isSymbolicLink();
  }
}
