// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.data.Offset;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of {@link Encoder}, tested with difficult texts. */
public abstract class EncoderContractTest {
  private static final List<String> TEXTS =
      List.of(
          "The cat sits on the mat.",
          "Wo ist der nächste Bahnhof?",
          "我想知道火车站在哪里。",
          "أين تقع المحطة؟",
          "คุณอยู่ที่ไหน",
          "Où est la gare ? ".repeat(300),
          "x",
          "नमस्ते दुनिया",
          "e\u0301\u0301\u0301\u0301 Z\u0351\u036Ba\u0315lgo",
          "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 emoji 🇩🇪",
          "lonely \uD83D surrogate",
          "\uDE00\uD83D",
          "NUL \0 and \u0007 and \uFEFF and \u202E",
          "",
          " \t\n\u3000",
          "\u200B");

  /** How much a component of a vector may change when its text is encoded together with others. */
  protected Offset<Float> tolerance() {
    return within(0f);
  }

  /** Texts without any content. */
  private static final List<String> BLANK =
      List.of(
          "",
          "   ",
          " \t\r\n\u3000\u00A0\u2028",
          "\u200B\u200D\uFEFF\u202E",
          "\0\u0007\u009B",
          "\u0378\uFFFF",
          "\uDE00\uD83D",
          " ".repeat(10_000));

  /** A new encoder, to be closed by the test. */
  protected abstract Encoder open();

  /** A text of which the model knows at least one token. */
  protected String known() {
    return TEXTS.getFirst();
  }

  private void assertSame(float[][] actual, float[][] expected) {
    assertThat(actual).hasDimensions(expected.length, expected[0].length);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).as("text %d", i).containsExactly(expected[i], tolerance());
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void vectorsHaveUnitLengthOrAreZero(Role role) {
    try (Encoder encoder = open()) {
      float[][] vectors = encoder.encode(TEXTS, role);
      assertThat(vectors).hasDimensions(TEXTS.size(), encoder.dimension());
      for (int i = 0; i < vectors.length; i++) {
        double length = length(vectors[i]);
        if (length != 0) {
          assertThat(length).as(TEXTS.get(i)).isCloseTo(1, within(1e-5));
        }
      }
    }
  }

  private static double length(float[] vector) {
    double squares = 0;
    for (float x : vector) {
      squares += (double) x * x;
    }
    return Math.sqrt(squares);
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void knownTextHasAUnitVector(Role role) {
    try (Encoder encoder = open()) {
      float[] vector = encoder.encode(List.of(known()), role)[0];
      assertThat(length(vector)).isCloseTo(1, within(1e-5));
      assertThat(Encoder.isNonZero(vector)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void vectorDoesNotDependOnTheRestOfTheBatch(Role role) {
    long seed = new Random().nextLong();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < TEXTS.size(); i++) {
      order.addAll(List.of(i, i, i));
    }
    Collections.shuffle(order, new Random(seed));
    try (Encoder encoder = open()) {
      float[][] together = encoder.encode(order.stream().map(TEXTS::get).toList(), role);
      for (int i = 0; i < together.length; i++) {
        float[] alone = encoder.encode(List.of(TEXTS.get(order.get(i))), role)[0];
        assertThat(together[i])
            .as("text %d in the order of seed %d", i, seed)
            .containsExactly(alone, tolerance());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void blankTextHasTheZeroVector(Role role) {
    try (Encoder encoder = open()) {
      float[][] vectors = encoder.encode(BLANK, role);
      for (int i = 0; i < vectors.length; i++) {
        assertThat(Encoder.isNonZero(vectors[i])).as("text %d", i).isFalse();
      }
    }
  }

  @Test
  void returnsNoVectorsForNoTexts() {
    try (Encoder encoder = open()) {
      assertThat(encoder.encode(List.of(), Role.PASSAGE)).isEmpty();
    }
  }

  @Test
  void encodesAVeryLongTextAsOneVector() {
    String sentence = known() + " ";
    try (Encoder encoder = open()) {
      float[][] vectors =
          encoder.encode(
              List.of(
                  sentence.repeat(20_000), "a".repeat(1_000_000), " ".repeat(1_000_000) + sentence),
              Role.PASSAGE);
      assertThat(vectors).hasNumberOfRows(3);
      assertThat(length(vectors[0])).isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void encodesRandomCharacters() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(40); length > 0; length--) {
        text.append((char) random.nextInt(0x10000));
      }
      texts.add(text.toString());
    }
    try (Encoder encoder = open()) {
      for (float[] vector : encoder.encode(texts, Role.QUERY)) {
        double length = length(vector);
        assertThat(length == 0 || Math.abs(length - 1) < 1e-5)
            .as("length %f, seed %d", length, seed)
            .isTrue();
      }
    }
  }

  @Test
  void isThreadSafe() throws Exception {
    try (Encoder encoder = open();
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      float[][] expected = encoder.encode(TEXTS, Role.PASSAGE);
      List<Future<float[][]>> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        all.add(threads.submit(() -> encoder.encode(TEXTS, Role.PASSAGE)));
      }
      for (Future<float[][]> one : all) {
        assertSame(one.get(), expected);
      }
    }
  }

  @Test
  void sameModelHasTheSameFingerprint() {
    try (Encoder one = open();
        Encoder two = open()) {
      assertThat(one.fingerprint()).matches("[0-9a-f]{32,}").isEqualTo(two.fingerprint());
      assertSame(two.encode(TEXTS, Role.QUERY), one.encode(TEXTS, Role.QUERY));
    }
  }

  @Test
  void rejectsTextsAfterClosing() {
    Encoder encoder = open();
    encoder.close();
    encoder.close();
    assertThatThrownBy(() -> encoder.encode(List.of("text"), Role.QUERY))
        .isInstanceOf(IllegalStateException.class);
  }
}
