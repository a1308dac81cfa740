// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryCacheTest {
  @TempDir Path folder;

  private URL library(String jar, String content) throws IOException {
    Path file = folder.resolve(jar);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new JarEntry("native/libx.so"));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return URI.create("jar:" + file.toUri() + "!/native/libx.so").toURL();
  }

  private Path provide(URL library) throws IOException {
    return NativeLibraryCache.provide(folder.resolve("cache"), "x", List.of(library))
        .resolve("libx.so");
  }

  @Test
  void copiesALibraryOnce() throws IOException {
    URL library = library("1.jar", "machine code");
    Path copy = provide(library);
    assertThat(copy).hasContent("machine code");
    FileTime written = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(copy, written);
    assertThat(provide(library)).isEqualTo(copy);
    assertThat(Files.getLastModifiedTime(copy)).isEqualTo(written);
    try (Stream<Path> files = Files.list(copy.getParent())) {
      assertThat(files).containsExactly(copy);
    }
  }

  @Test
  void replacesADamagedCopy() throws IOException {
    URL library = library("1.jar", "machine code");
    Path copy = provide(library);
    Files.writeString(copy, "machine");
    assertThat(provide(library)).hasContent("machine code");
  }

  @Test
  void keepsVersionsApart() throws IOException {
    Path first = provide(library("1.jar", "machine code"));
    Path second = provide(library("2.jar", "other code"));
    assertThat(first).hasContent("machine code");
    assertThat(second).hasContent("other code");
  }

  @Test
  void namesAFolderThatCannotBeCreated() throws IOException {
    URL library = library("1.jar", "machine code");
    Files.writeString(folder.resolve("cache"), "a file");
    assertThatThrownBy(() -> provide(library))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder.resolve("cache").toString());
  }
}
