// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairSequenceBuilderTest {
  @TempDir Path scratch;
  private Tokenizer tokenizer;

  @BeforeEach
  void read() {
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch))) {
      tokenizer = model.tokenizer();
    }
  }

  @Test
  void shortTextIsOneSequence() {
    PairSequenceBuilder pairs = new PairSequenceBuilder(tokenizer, "city", 64);
    assertThat(pairs.add(tokenizer.tokenize("the largest city"))).isEqualTo(1);
    assertThat(pairs.add(tokenizer.tokenize(""))).isEqualTo(1);
    assertThat(pairs.sequences().getFirst().ids())
        .containsExactly(tokenizer.encode("city", "the largest city", 64).ids());
  }

  @Test
  void windowsCoverAllTokensOfLongText() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < random.nextInt(200); i++) {
        words.add(List.of("city", "the", "largest", "Poland", "x").get(random.nextInt(5)));
      }
      String text = String.join(" ", words);
      int maxLength = 10 + random.nextInt(30);
      PairSequenceBuilder pairs =
          new PairSequenceBuilder(tokenizer, "the ".repeat(random.nextInt(20)), maxLength);
      int parts = pairs.add(tokenizer.tokenize(text));
      assertThat(pairs.sequences()).hasSize(parts);
      TreeSet<Integer> missing = new TreeSet<>();
      Arrays.stream(tokenizer.ids(text)).forEach(missing::add);
      for (TokenSequence sequence : pairs.sequences()) {
        assertThat(sequence.length()).as("seed %d", seed).isLessThanOrEqualTo(maxLength);
        for (int i = 0; i < sequence.length(); i++) {
          if (sequence.segments()[i] == 1) {
            missing.remove(sequence.ids()[i]);
          }
        }
      }
      assertThat(missing).as("seed %d", seed).isEmpty();
    }
  }
}
