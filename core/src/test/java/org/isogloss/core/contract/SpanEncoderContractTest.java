// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.isogloss.core.Encoder;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.SpanEncoder;
import org.isogloss.core.SpanEncoder.Passages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of {@link SpanEncoder}. */
public abstract class SpanEncoderContractTest {
  private static final List<String> TEXTS =
      List.of(
          "The cat sleeps on the mat.",
          "Wo ist der nächste Bahnhof? Dort drüben.",
          "我想知道火车站在哪里。",
          "คุณอยู่ที่ไหน",
          "👩‍👩‍👧‍👦 emoji 🇩🇪, then words",
          "e\u0301\u0301 Z\u0351\u036Ba\u0315lgo",
          "");

  /** A new encoder, to be closed by the test, whose passages can be encoded in their contexts. */
  protected abstract Encoder open();

  /** How much the vector of a text may differ from that of a passage that is the text. */
  protected Offset<Float> tolerance() {
    return within(1e-5f);
  }

  private static Passages whole(String title, String text) {
    return new Passages(title, text, List.of(new Span(0, text.length())));
  }

  private static float[][] encode(Encoder encoder, Passages text) {
    return encoder.spans().encode(List.of(text), Role.PASSAGE).getFirst();
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
  void passageThatIsTheTextHasTheVectorOfTheText(Role role) {
    try (Encoder encoder = open()) {
      for (String title : List.of("", "A title of a few words")) {
        List<float[][]> found =
            encoder.spans().encode(TEXTS.stream().map(text -> whole(title, text)).toList(), role);
        float[][] expected =
            encoder.encode(TEXTS.stream().map(text -> Passage.titled(title, text)).toList(), role);
        for (int i = 0; i < expected.length; i++) {
          assertThat(found.get(i)).hasDimensions(1, encoder.dimension());
          assertThat(found.get(i)[0]).as(TEXTS.get(i)).containsExactly(expected[i], tolerance());
        }
      }
    }
  }

  @Test
  void vectorDependsOnTheContext() {
    try (Encoder encoder = open()) {
      Span first = new Span(0, 10);
      float[] alone =
          encode(encoder, new Passages("", "The cat sleeps".substring(0, 10), List.of(first)))[0];
      float[] inContext = encode(encoder, new Passages("", "The cat sleeps", List.of(first)))[0];
      assertThat(inContext).isNotEqualTo(alone);
      assertThat(length(inContext)).isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void blankPassageHasTheZeroVectorUnlessItHasATitle() {
    String text = "The cat. \t  The dog.";
    List<Span> spans = List.of(new Span(0, 8), new Span(9, 11), new Span(11, 11), new Span(12, 20));
    try (Encoder encoder = open()) {
      float[][] untitled = encode(encoder, new Passages("", text, spans));
      assertThat(Stream.of(untitled).map(Encoder::isNonZero))
          .containsExactly(true, false, false, true);
      float[][] titled = encode(encoder, new Passages("Cat", text, spans));
      assertThat(Stream.of(titled).map(Encoder::isNonZero)).containsOnly(true);
      assertThat(titled).hasDimensions(spans.size(), encoder.dimension());
    }
  }

  @Test
  void returnsNothingForNothing() {
    try (Encoder encoder = open()) {
      assertThat(encoder.spans().encode(List.of(), Role.QUERY)).isEmpty();
      assertThat(encode(encoder, new Passages("", "The cat", List.of()))).isEmpty();
    }
  }

  @Test
  void encodesAVeryLongTextWithAVeryLongTitle() {
    String sentence = "The cat sleeps on the mat. ";
    String text = sentence.repeat(2_000);
    List<Span> spans = new ArrayList<>();
    for (int start = 0; start < text.length(); start += 4 * sentence.length()) {
      spans.add(new Span(start, start + 4 * sentence.length() - 1));
    }
    spans.addFirst(new Span(0, 20_000));
    try (Encoder encoder = open()) {
      for (String title : List.of("", "title ".repeat(1_000))) {
        float[][] vectors = encode(encoder, new Passages(title, text, spans));
        assertThat(vectors).hasDimensions(spans.size(), encoder.dimension());
        for (float[] vector : vectors) {
          assertThat(length(vector)).isCloseTo(1, within(1e-5));
        }
      }
    }
  }

  /** Returns a text of random words with random, possibly overlapping passages. */
  private static Passages random(Random random) {
    StringBuilder text = new StringBuilder();
    for (int words = random.nextInt(60); words > 0; words--) {
      for (int length = random.nextInt(8); length > 0; length--) {
        text.append(
            (char) (random.nextInt(8) == 0 ? random.nextInt(0x10000) : 'a' + random.nextInt(26)));
      }
      text.append(' ');
    }
    List<Span> spans = new ArrayList<>();
    for (int start = 0; start < text.length(); start += random.nextInt(1, 40)) {
      spans.add(new Span(start, Math.min(text.length(), start + random.nextInt(60))));
    }
    return new Passages(random.nextBoolean() ? "" : "cat", text.toString(), spans);
  }

  @Test
  void vectorsDoNotDependOnTheOtherTextsOrThreads() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Passages> texts = random.ints(12).mapToObj(any -> random(random)).toList();
    try (Encoder encoder = open();
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      SpanEncoder spans = encoder.spans();
      List<Future<List<float[][]>>> together = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        together.add(threads.submit(() -> spans.encode(texts, Role.PASSAGE)));
      }
      for (Future<List<float[][]>> all : together) {
        for (int i = 0; i < texts.size(); i++) {
          float[][] alone = encode(encoder, texts.get(i));
          for (int passage = 0; passage < alone.length; passage++) {
            assertThat(all.get().get(i)[passage])
                .as("passage %d of text %d, seed %d", passage, i, seed)
                .containsExactly(alone[passage]);
            double length = length(alone[passage]);
            assertThat(length == 0 || Math.abs(length - 1) < 1e-5)
                .as("length %f, seed %d", length, seed)
                .isTrue();
          }
        }
      }
    }
  }

  @Test
  void rejectsSpansThatAreNotInOrder() {
    assertThatThrownBy(() -> new Passages("", "The cat", List.of(new Span(4, 7), new Span(0, 3))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Passages("", "The cat", List.of(new Span(4, 8))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of a text of 7 characters");
  }

  @Test
  void rejectsTextsAfterClosing() {
    Encoder encoder = open();
    SpanEncoder spans = encoder.spans();
    encoder.close();
    assertThatThrownBy(() -> spans.encode(List.of(whole("", "text")), Role.QUERY))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(encoder::spans).isInstanceOf(IllegalStateException.class);
  }
}
