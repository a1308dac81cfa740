// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.isogloss.data.FormatException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyMatrixTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() {
    file = folder.resolve("vectors.npy");
    try (NpyWriter writer = NpyWriter.create(file, 3)) {
      writer.write(new float[] {1, 2, 3});
      writer.write(new float[] {-0.5f, 0, 1e10f});
      writer.commit();
    }
  }

  @Test
  void readsTheOutputOfTheWriter() {
    NpyMatrix read = NpyMatrix.open(file);
    assertThat(read.rows()).isEqualTo(2);
    assertThat(read.columns()).isEqualTo(3);
    float[] numbers = new float[6];
    read.values().get(0, numbers);
    assertThat(numbers).containsExactly(1, 2, 3, -0.5f, 0, 1e10f);
  }

  @Test
  void describesInvalidFiles() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 4));
    assertThatThrownBy(() -> NpyMatrix.open(file))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("148 bytes, expected 152");
    bytes[10 + "{'descr': '<f".length()] = '8';
    Files.write(file, bytes);
    assertThatThrownBy(() -> NpyMatrix.open(file))
        .hasMessageContaining("'<f8'")
        .hasMessageContaining("expected a matrix of '<f4'");
    Files.writeString(file, "something else entirely");
    assertThatThrownBy(() -> NpyMatrix.open(file)).hasMessageContaining("not a NumPy file");
    assertThatThrownBy(() -> NpyMatrix.open(folder.resolve("none.npy")))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("cannot be read");
  }
}
