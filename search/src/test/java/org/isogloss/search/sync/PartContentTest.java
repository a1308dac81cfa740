// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartContentTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path temporary;

  private static Optional<String> stampInAnHour(Path part) {
    return PartContent.stamp(part, Instant.now().plus(HOUR));
  }

  @Test
  void recentChangeHasNoStamp() throws Exception {
    Path file = Files.writeString(temporary.resolve("a.txt"), "text");
    assertThat(PartContent.of(file).stamp()).isEmpty();
    assertThat(stampInAnHour(file)).isPresent().isEqualTo(stampInAnHour(file));
  }

  @Test
  void stampChangesWithTheFile() throws Exception {
    Path file = Files.writeString(temporary.resolve("a.txt"), "text");
    Optional<String> before = stampInAnHour(file);
    FileTime modified = Files.getLastModifiedTime(file);
    Files.writeString(file, "longer text");
    Files.setLastModifiedTime(file, modified);
    assertThat(stampInAnHour(file)).isNotEqualTo(before);
  }

  @Test
  void folderHasTheContentOfItsFiles() throws Exception {
    Path folder = Files.createDirectories(temporary.resolve("folder/below")).getParent();
    Path file = Files.writeString(folder.resolve("below/a.txt"), "text");
    String checksum = PartContent.checksum(folder);
    Optional<String> stamp = stampInAnHour(folder);
    Files.writeString(file, "other");
    assertThat(PartContent.checksum(folder)).isNotEqualTo(checksum);
    assertThat(stampInAnHour(folder)).isPresent().isNotEqualTo(stamp);
  }

  @Test
  void checksumDoesNotDependOnThePath() throws Exception {
    Path one = Files.writeString(temporary.resolve("a.txt"), "text");
    Path other = Files.writeString(temporary.resolve("b.txt"), "text");
    assertThat(PartContent.checksum(one)).isEqualTo(PartContent.checksum(other)).hasSize(64);
  }
}
