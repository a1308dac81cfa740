// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileErrorsTest {
  @TempDir private Path folder;

  private static FileSystemException reported(Path file, String reason) {
    return new FileSystemException(file.toString(), null, reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No space left on device",
        "Disk quota exceeded",
        "File too large",
        "Read-only file system",
        "File name too long",
        "Too many open files",
        "Too many open files in system",
        "Not a directory",
        "Is a directory",
        "Input/output error",
        "Broken pipe",
        "Bad file descriptor",
        "Device or resource busy",
        "Too many levels of symbolic links or unable to access attributes of symbolic link"
      })
  void knownReasonsHaveTheirOwnMessage(String reason) {
    Path file = folder.resolve("file");
    for (IOException e : new IOException[] {new IOException(reason), reported(file, reason)}) {
      for (String message :
          new String[] {FileErrors.readFailure(file, e), FileErrors.writeFailure(file, e)}) {
        assertThat(message)
            .doesNotContain("cannot be", "Exception")
            .isNotEqualTo(reason)
            .isNotEqualTo(FileErrors.describe(e) + " ");
      }
    }
  }

  @Test
  void distinguishesMissingFilesFromMissingFolders() {
    Path file = folder.resolve("none/file");
    NoSuchFileException missing = new NoSuchFileException(file.toString());
    assertThat(FileErrors.readFailure(file, missing)).isEqualTo("no such file");
    assertThat(FileErrors.writeFailure(file, missing))
        .isEqualTo("the folder " + folder.resolve("none") + " does not exist: create it first");
    assertThat(FileErrors.writeFailure(folder.resolve("file"), missing))
        .startsWith("no file can be created in the folder " + folder);
    assertThat(FileErrors.describe(missing)).isEqualTo(file + ": no such file or folder");
  }

  @Test
  void reportsDanglingLinks() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("none"));
    assertThat(FileErrors.readFailure(link, new NoSuchFileException(link.toString())))
        .isEqualTo("is a symbolic link to a file that does not exist");
  }

  @Test
  void reportsFoldersInPlaceOfFiles() {
    IOException e = new IOException("Is a directory");
    assertThat(FileErrors.readFailure(folder, e)).isEqualTo("is a folder, expected a file");
    assertThat(FileErrors.writeFailure(folder, e)).contains("is a folder");
  }

  @Test
  void keepsUnknownReasonsOfTheSystem() {
    Path file = folder.resolve("file");
    assertThat(FileErrors.readFailure(file, new IOException("Protocol error")))
        .isEqualTo("cannot be read: Protocol error");
    assertThat(FileErrors.writeFailure(file, reported(file, "Protocol error")))
        .isEqualTo("cannot be written: Protocol error");
    assertThat(FileErrors.cannotWrite(file, reported(file, "Protocol error")))
        .hasMessage(file + ": cannot be written: Protocol error");
    assertThat(FileErrors.cannotRead(file, new AccessDeniedException(file.toString())))
        .hasMessage(file + ": permission denied: ask its owner for read access");
  }

  @Test
  void neverPrintsAClassName() {
    Path file = folder.resolve("file");
    for (IOException e :
        new IOException[] {
          new IOException(),
          new IOException(" "),
          new FileSystemException(null),
          new FileSystemException(file.toString()),
          new FileSystemLoopException(file.toString()),
          new ClosedByInterruptException(),
          new AccessDeniedException(file.toString())
        }) {
      assertThat(FileErrors.readFailure(file, e)).isNotBlank().doesNotContain("Exception", "null");
      assertThat(FileErrors.writeFailure(file, e)).isNotBlank().doesNotContain("Exception", "null");
      assertThat(FileErrors.describe(e)).isNotBlank().doesNotContain("Exception", "null");
    }
  }

  @Test
  void quotesInvalidFileNames() {
    assertThat(FileErrors.describe(new InvalidPathException("a\0b", "Nul character not allowed")))
        .endsWith("is not a valid file name: nul character not allowed");
    assertThat(
            FileErrors.describe(
                new InvalidPathException(
                    "кофе", "Malformed input or input contains unmappable characters")))
        .contains("\"кофе\"", "UTF-8 locale");
  }
}
