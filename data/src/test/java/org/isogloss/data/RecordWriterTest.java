// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RecordWriterTest {
  @TempDir Path folder;

  private RecordWriter<String> open(Path file) {
    return RecordWriter.open(file, (record, line) -> line.append(record));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void fileAppearsOnCommit() throws IOException {
    Path file = folder.resolve("out.txt");
    try (RecordWriter<String> writer = open(file)) {
      writer.write("eins");
      assertThat(file).doesNotExist();
      writer.write("zwei");
      writer.commit();
      assertThat(writer.writtenCount()).isEqualTo(2);
    }
    assertThat(file).hasContent("eins\nzwei");
    assertThat(names()).containsExactly("out.txt");
  }

  @Test
  void keepsTheOldFileWithoutCommit() throws IOException {
    Path file = Files.writeString(folder.resolve("out.txt"), "old");
    try (RecordWriter<String> writer = open(file)) {
      writer.write("new");
    }
    assertThat(file).hasContent("old");
    assertThat(names()).containsExactly("out.txt");
  }

  @Test
  void rejectsWritesAfterCommit() {
    try (RecordWriter<String> writer = open(folder.resolve("out.txt"))) {
      writer.commit();
      assertThatThrownBy(() -> writer.write("late")).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void rejectsAnUnpairedSurrogate() {
    Path file = folder.resolve("out.txt");
    try (RecordWriter<String> writer = open(file)) {
      assertThatThrownBy(
              () -> {
                writer.write("\ud83d!");
                writer.commit();
              })
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("an unpaired surrogate");
    }
    assertThat(file).doesNotExist();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void reportsAFullDisk() throws Exception {
    Path full = folder.resolve("full");
    Process made = new ProcessBuilder("mknod", full.toString(), "c", "1", "7").start();
    // Only root may create a device; other users cannot replace the existing one.
    Path device = made.waitFor() == 0 ? full : Path.of("/dev/full");
    for (int records : new int[] {1, 100_000}) {
      for (Path file : new Path[] {device, Files.createSymbolicLink(gzip(records), device)}) {
        try (RecordWriter<String> writer = open(file)) {
          assertThatThrownBy(
                  () -> {
                    for (int i = 0; i < records; i++) {
                      writer.write("record " + i * 7919L);
                    }
                    writer.commit();
                  })
              .isInstanceOf(IsoglossException.class)
              .hasMessageStartingWith(file + ": no space left on the device");
        }
      }
    }
    assertThat(Files.isRegularFile(device)).isFalse();
  }

  private Path gzip(int records) {
    return folder.resolve(records + ".gz");
  }

  @Test
  void rejectsAFolder() {
    assertThatThrownBy(() -> open(folder))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder + ": is a folder, expected the name of a file to write");
  }
}
