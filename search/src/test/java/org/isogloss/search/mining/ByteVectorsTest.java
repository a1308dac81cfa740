package org.isogloss.search.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteVectorsTest {
  @Test
  void productsAreNearTheCosines() {
    float[][] vectors = RandomVectors.of(200, 384, 11);
    ByteVectors bytes = ByteVectors.of(vectors);
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
  void aFewLargeComponentsDoNotMakeAllOthersCoarse() {
    float[][] vectors = RandomVectors.of(200, 384, 12);
    vectors[17][3] = 1;
    assertThat(ByteQuantization.of(vectors).step()).isLessThan(.75f / 127);
  }

  @Test
  void whatIsTooLargeForAByteIsCutOff() {
    assertThat(new ByteQuantization(.01f).quantize(new float[] {5, -5, .02f, .024f, 0}))
        .containsExactly(127, -127, 2, 2, 0);
  }

  @Test
  void vectorsOfZerosStayZeros() {
    ByteVectors bytes = ByteVectors.of(new float[2][4]);
    assertThat(bytes.row(1)).containsOnly(0);
    assertThat(bytes.step()).isPositive();
  }

  @Test
  void rowsLieOneAfterTheOther() {
    ByteVectors bytes = ByteVectors.of(RandomVectors.of(70_000, 3, new Random().nextInt()));
    ByteBuffer rows = bytes.rows(65_536, 65_600);
    assertThat(rows.remaining()).isEqualTo(64 * 3);
    byte[] second = new byte[3];
    rows.get(3, second);
    assertThat(second).containsExactly(bytes.row(65_537));
  }
}
