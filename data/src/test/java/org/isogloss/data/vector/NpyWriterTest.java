// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyWriterTest {
  @TempDir Path folder;

  @Test
  void writesWhatNumpyReads() throws Exception {
    Path file = folder.resolve("vectors.npy");
    try (NpyWriter writer = NpyWriter.create(file, 3)) {
      writer.write(new float[] {1, 2, 3});
      writer.write(new float[] {-0.5f, 0, 1e10f});
      writer.commit();
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.remaining()).isEqualTo(128 + 2 * 3 * 4);
    assertThat(bytes.get(0)).isEqualTo((byte) 0x93);
    assertThat(bytes.getShort(8)).isEqualTo((short) 118);
    assertThat(new String(bytes.array(), 10, 118, StandardCharsets.US_ASCII))
        .startsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }")
        .endsWith("\n");
    assertThat(bytes.getFloat(128 + 3 * 4)).isEqualTo(-0.5f);
  }

  @Test
  void discardsTheOutputWithoutCommit() throws Exception {
    Path file = folder.resolve("vectors.npy");
    try (NpyWriter writer = NpyWriter.create(file, 3)) {
      writer.write(new float[3]);
      assertThatThrownBy(() -> writer.write(new float[2])).hasMessageContaining("expected 3");
    }
    assertThat(folder).isEmptyDirectory();
    Files.writeString(file, "old");
    try (NpyWriter writer = NpyWriter.create(file, 3)) {
      writer.write(new float[3]);
    }
    assertThat(file).hasContent("old");
  }

  @Test
  void reportsAMissingFolder() {
    Path file = folder.resolve("none/vectors.npy");
    assertThatThrownBy(() -> NpyWriter.create(file, 3))
        .isInstanceOf(IsoglossException.class)
        .hasMessage(file + ": the folder " + file.getParent() + " does not exist: create it first");
  }
}
