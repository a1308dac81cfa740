// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChecksumsTest {
  /** From FIPS 180-2, appendix B.1. */
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @TempDir Path folder;

  @Test
  void aTextAndAFileOfItsBytesHaveTheSameChecksum() throws IOException {
    assertThat(Checksums.sha256("abc")).isEqualTo(ABC);
    assertThat(Checksums.sha256(Files.writeString(folder.resolve("abc.txt"), "abc")))
        .isEqualTo(ABC);
  }

  @Test
  void computesTheObjectIdsOfGit() {
    MessageDigest digest = Checksums.sha1();
    digest.update("blob 0\0".getBytes(StandardCharsets.UTF_8));
    assertThat(Checksums.hex(digest)).isEqualTo("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  }

  @Test
  void namesAFileThatCannotBeRead() {
    assertThatThrownBy(() -> Checksums.sha256(folder.resolve("missing")))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(folder.resolve("missing") + ": no such file");
  }
}
