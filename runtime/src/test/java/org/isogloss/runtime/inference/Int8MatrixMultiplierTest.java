// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isogloss.runtime.onnx.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Int8MatrixMultiplierTest {
  private static byte[] bytes(int count, Random random) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) Math.clamp(Math.round(20 * random.nextGaussian()), -127, 127);
    }
    return bytes;
  }

  private static int dot(byte[] a, int i, byte[] b, int j, int dimension) {
    int sum = 0;
    for (int d = 0; d < dimension; d++) {
      sum += a[i * dimension + d] * b[j * dimension + d];
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 70, 17", "64, 64, 64", "65, 130, 384", "2, 300, 1000"})
  void multipliesEveryRowWithEveryColumn(int m, int n, int dimension) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] rows = bytes(m * dimension, random);
    byte[] columns = bytes(n * dimension, random);
    try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(dimension)) {
      products.loadColumns(ByteBuffer.wrap(columns));
      IntBuffer found = products.multiply(ByteBuffer.wrap(rows));
      assertThat(found.remaining()).isEqualTo(m * n);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          assertThat(found.get(i * n + j))
              .as("row %d, column %d of seed %d", i, j, seed)
              .isEqualTo(dot(rows, i, columns, j, dimension));
        }
      }
    }
  }

  /** These sums overflow if products of bytes are added in 16 bits. */
  @Test
  void isExactForLargestValues() {
    int dimension = 384;
    byte[] columns = new byte[2 * dimension];
    Arrays.fill(columns, 0, dimension, (byte) 127);
    Arrays.fill(columns, dimension, 2 * dimension, (byte) -127);
    try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(dimension)) {
      products.loadColumns(ByteBuffer.wrap(columns));
      IntBuffer found = products.multiply(ByteBuffer.wrap(columns));
      int largest = 127 * 127 * dimension;
      assertThat(List.of(found.get(0), found.get(1), found.get(2), found.get(3)))
          .containsExactly(largest, -largest, -largest, largest);
    }
  }

  @Test
  void supportsUnsignedColumns() {
    Random random = new Random(5);
    byte[] rows = bytes(3 * 100, random);
    byte[] columns = bytes(70 * 100, random);
    try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(100, ElementType.UINT8)) {
      products.loadColumns(ByteBuffer.wrap(columns));
      IntBuffer found = products.multiply(ByteBuffer.wrap(rows));
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 70; j++) {
          assertThat(found.get(i * 70 + j)).isEqualTo(dot(rows, i, columns, j, 100));
        }
      }
    }
  }

  @Test
  void supportsSmallerBlocksAfterLargerOnes() {
    try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(2)) {
      products.loadColumns(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6}));
      products.multiply(ByteBuffer.wrap(new byte[] {1, 0, 0, 1}));
      products.loadColumns(ByteBuffer.wrap(new byte[] {7, -8}));
      IntBuffer found = products.multiply(ByteBuffer.wrap(new byte[] {-127, 1}));
      assertThat(found.remaining()).isEqualTo(1);
      assertThat(found.get(0)).isEqualTo(-127 * 7 - 8);
    }
  }

  @Test
  void keepsBuffers() {
    ByteBuffer middle = ByteBuffer.wrap(new byte[] {9, 9, 1, 2, 9, 9}, 2, 2);
    try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(2)) {
      products.loadColumns(middle);
      assertThat(products.multiply(middle).get(0)).isEqualTo(5);
    }
    assertThat(middle.position()).isEqualTo(2);
    assertThat(middle.limit()).isEqualTo(4);
    assertThat(middle.array()).containsExactly(9, 9, 1, 2, 9, 9);
  }

  @Test
  void multipliesEmptyBlocks() {
    try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(2)) {
      products.loadColumns(ByteBuffer.wrap(new byte[4]));
      assertThat(products.multiply(ByteBuffer.allocate(0)).remaining()).isZero();
    }
  }

  @Test
  void rejectsIncompleteVectors() {
    try (Int8MatrixMultiplier products = Int8MatrixMultiplier.open(4)) {
      assertThatThrownBy(() -> products.loadColumns(ByteBuffer.allocate(6)))
          .hasMessage("6 bytes, expected a multiple of 4");
    }
    assertThatThrownBy(() -> Int8MatrixMultiplier.open(40_000))
        .hasMessage("vectors of 40000 dimensions, expected 1 to 32767");
  }
}
