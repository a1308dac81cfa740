package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds for every {@link Encoder}. */
public abstract class EncoderContractTest {
  private static final List<String> TEXTS =
      List.of(
          "The cat sits on the mat.",
          "Die Katze sitzt auf der Matte.",
          "猫坐在垫子上。",
          "แมวนั่งอยู่บนเสื่อ",
          "القطة تجلس على السجادة",
          "😀 emoji and \uD800 half of one",
          "a",
          "word ".repeat(3000));

  private Encoder encoder;

  /** A new encoder that knows at least some pieces of every text in English. */
  protected abstract Encoder open();

  @BeforeEach
  void openEncoder() {
    encoder = open();
  }

  @AfterEach
  void closeEncoder() {
    encoder.close();
  }

  @Test
  void vectorsHaveUnitLengthOrAreNought() {
    for (Role role : Role.values()) {
      float[][] vectors = encoder.encode(TEXTS, role);
      assertThat(vectors).hasDimensions(TEXTS.size(), encoder.dimension());
      for (int i = 0; i < vectors.length; i++) {
        double length = length(vectors[i]);
        assertThat(length == 0 || Math.abs(length - 1) < 1e-5)
            .as("length of the vector of text %d is %s", i, length)
            .isTrue();
      }
      assertThat(length(vectors[0])).isNotZero();
    }
  }

  @Test
  void aVectorDependsOnItsTextAlone() {
    long seed = new Random().nextLong();
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, 400).map(i -> i % TEXTS.size()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    float[][] together = encoder.encode(order.stream().map(TEXTS::get).toList(), Role.PASSAGE);
    for (int i = 0; i < together.length; i++) {
      float[] alone = encoder.encode(List.of(TEXTS.get(order.get(i))), Role.PASSAGE)[0];
      assertThat(distance(together[i], alone)).as("seed %d, place %d", seed, i).isLessThan(1e-5);
    }
  }

  @Test
  void noTextsGiveNoVectors() {
    assertThat(encoder.encode(List.of(), Role.QUERY)).isEmpty();
  }

  @Test
  void blankTextsAreEncodedWithoutFail() {
    assertThat(encoder.encode(List.of("", " \t\n", "\0"), Role.QUERY))
        .hasDimensions(3, encoder.dimension());
  }

  @Test
  void manyThreadsGetTheSameVectors() {
    float[][] expected = encoder.encode(TEXTS, Role.QUERY);
    List<CompletableFuture<float[][]>> results =
        IntStream.range(0, 16)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> encoder.encode(TEXTS, Role.QUERY)))
            .toList();
    for (CompletableFuture<float[][]> result : results) {
      float[][] vectors = result.join();
      for (int i = 0; i < vectors.length; i++) {
        assertThat(distance(vectors[i], expected[i])).isLessThan(1e-5);
      }
    }
  }

  @Test
  void theFingerprintIsTheModelsOwn() {
    try (Encoder again = open()) {
      assertThat(again.fingerprint()).matches("[0-9a-f]+").isEqualTo(encoder.fingerprint());
    }
  }

  @Test
  void isNotUsedOnceClosed() {
    encoder.close();
    encoder.close();
    assertThatThrownBy(() -> encoder.encode(TEXTS, Role.QUERY))
        .isInstanceOf(IllegalStateException.class);
  }

  private static double length(float[] vector) {
    return distance(vector, new float[vector.length]);
  }

  private static double distance(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }
}
