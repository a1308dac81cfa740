// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class Int8VectorsTest {
  @Test
  void productsApproximateCosines() {
    float[][] vectors = RandomVectors.of(200, 384, 11);
    Int8Vectors bytes = Int8Vectors.of(vectors);
    double unit = (double) bytes.step() * bytes.step();
    double squares = 0;
    for (int i = 0; i < vectors.length; i++) {
      for (int j = 0; j < vectors.length; j++) {
        double cosine = RandomVectors.dot(vectors[i], vectors[j]);
        double off = RandomVectors.dot(bytes.row(i), bytes.row(j)) * unit - cosine;
        assertThat(off).isEqualTo(0, within(.01));
        squares += off * off;
      }
    }
    assertThat(Math.sqrt(squares) / vectors.length).isLessThan(.001);
  }

  @Test
  void clipsFewLargeComponents() {
    float[][] vectors = RandomVectors.of(200, 384, 12);
    vectors[17][3] = 1;
    assertThat(Int8VectorQuantizer.fit(vectors).step()).isLessThan(.75f / 127);
  }

  @Test
  void clampsLargeComponents() {
    assertThat(new Int8VectorQuantizer(.01f).quantize(new float[] {5, -5, .02f, .024f, 0}))
        .containsExactly(127, -127, 2, 2, 0);
  }

  @Test
  void keepsZeroVectors() {
    Int8Vectors bytes = Int8Vectors.of(new float[2][4]);
    assertThat(bytes.row(1)).containsOnly(0);
    assertThat(bytes.step()).isPositive();
  }

  @Test
  void sliceSharesRows() {
    Int8Vectors bytes = Int8Vectors.of(RandomVectors.of(70_000, 3, new Random().nextInt()));
    Int8Vectors part = bytes.slice(65_536, 65_600);
    assertThat(part.size()).isEqualTo(64);
    assertThat(part.row(1)).containsExactly(bytes.row(65_537));
    byte[] target = new byte[4];
    bytes.row(65_537, target, 1);
    assertThat(target).startsWith((byte) 0).endsWith(bytes.row(65_537));
  }

  @Test
  void samplesAreEvenlySpaced() {
    Int8Vectors bytes = Int8Vectors.of(RandomVectors.of(10, 3, new Random().nextInt()));
    Int8Vectors sample = bytes.sample(3);
    assertThat(sample.size()).isEqualTo(3);
    assertThat(sample.row(0)).containsExactly(bytes.row(0));
    assertThat(sample.row(2)).containsExactly(bytes.row(6));
  }
}
