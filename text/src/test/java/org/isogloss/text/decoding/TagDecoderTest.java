// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.decoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TagDecoderTest {
  private static final List<String> ENTITIES = List.of("B-LOC", "B-PER", "I-LOC", "I-PER", "O");

  @Test
  void choosesTheBestPartOfSpeechOfEachWord() {
    TagDecoder decoder = new TagDecoder(List.of("NOUN", "VERB"));
    assertThat(decoder.hasSpans()).isFalse();
    assertThat(decoder.decode(List.of(new float[] {1, 2}, new float[] {0.5f, 0.1f})))
        .containsExactly("VERB", "NOUN");
  }

  @Test
  void continuesOnlySpansOfTheSameType() {
    TagDecoder decoder = new TagDecoder(ENTITIES);
    assertThat(decoder.hasSpans()).isTrue();
    // Each word alone: I-PER, I-LOC. The best valid sequence begins the entity.
    assertThat(decoder.decode(List.of(new float[] {0, 1, 0, 3, 0}, new float[] {0, 0, 3, 2.5f, 0})))
        .containsExactly("B-PER", "I-PER");
    assertThat(decoder.decode(List.of(new float[] {0, 0, 5, 0, 1})))
        .as("the beginning of a sentence continues nothing")
        .containsExactly("O");
    assertThat(decoder.decode(List.of())).isEmpty();
  }

  @Test
  void findsTheBestOfAllValidSequences() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TagDecoder decoder = new TagDecoder(ENTITIES);
    for (int round = 0; round < 200; round++) {
      List<float[]> logits = new ArrayList<>();
      int words = 1 + random.nextInt(5);
      for (int i = 0; i < words; i++) {
        float[] word = new float[ENTITIES.size()];
        for (int tag = 0; tag < word.length; tag++) {
          word[tag] = random.nextFloat();
        }
        logits.add(word);
      }
      List<String> best = List.of();
      double highest = Double.NEGATIVE_INFINITY;
      for (int code = 0; code < Math.pow(ENTITIES.size(), words); code++) {
        int[] tags = new int[words];
        int rest = code;
        double score = 0;
        for (int i = 0; i < words; i++) {
          tags[i] = rest % ENTITIES.size();
          rest /= ENTITIES.size();
          score += logits.get(i)[tags[i]];
        }
        List<String> sequence = Arrays.stream(tags).mapToObj(ENTITIES::get).toList();
        if (isValid(sequence) && score > highest) {
          highest = score;
          best = sequence;
        }
      }
      assertThat(decoder.decode(logits)).as("seed %d, round %d", seed, round).isEqualTo(best);
    }
  }

  private static boolean isValid(List<String> tags) {
    String previous = "O";
    for (String tag : tags) {
      if (tag.startsWith("I-")
          && (previous.equals("O") || !previous.substring(2).equals(tag.substring(2)))) {
        return false;
      }
      previous = tag;
    }
    return true;
  }

  @Test
  void needsTags() {
    assertThatThrownBy(() -> new TagDecoder(List.of())).hasMessageContaining("there are no tags");
  }
}
