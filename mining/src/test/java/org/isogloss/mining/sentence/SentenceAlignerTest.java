// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.util.UnitVectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceAlignerTest {
  /** Encodes a text as the sum of a random vector for each word, without its language prefix. */
  private static final class WordEncoder implements Encoder {
    @Override
    public String fingerprint() {
      return "words";
    }

    @Override
    public float[][] encode(List<String> texts, Role role) {
      return texts.stream().map(WordEncoder::vector).toArray(float[][]::new);
    }

    private static float[] vector(String text) {
      float[] sum = new float[dimensions()];
      for (String word : text.split(" ", -1)) {
        SplittableRandom random = new SplittableRandom(word.substring(1).hashCode());
        for (int d = 0; d < sum.length; d++) {
          sum[d] += (float) random.nextDouble(-1, 1);
        }
      }
      return UnitVectors.normalize(sum);
    }

    private static int dimensions() {
      return 64;
    }

    @Override
    public int dimension() {
      return dimensions();
    }

    @Override
    public void close() {}
  }

  private static List<String> shapes(List<Bead> beads) {
    return beads.stream()
        .map(
            bead ->
                bead.sourceStart()
                    + ","
                    + bead.sourceEnd()
                    + "="
                    + bead.targetStart()
                    + ","
                    + bead.targetEnd())
        .toList();
  }

  @Test
  void alignsMergedSplitAndMissingSentences() {
    String missing = "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12";
    List<String> source =
        List.of("s1 s2 s3", "s4 s5 s6", "s7 s8 s9", missing, "s10 s11 s12 s13 s14", "s17 s18 s19");
    List<String> target =
        List.of("t1 t2 t3", "t4 t5 t6 t7 t8 t9", "t10 t11", "t12 t13 t14", "t17 t18 t19", missing);
    assertThat(shapes(SentenceAligner.byVectors(source, target, new WordEncoder())))
        .containsExactly("0,1=0,1", "1,3=1,2", "3,4=2,2", "4,5=2,4", "5,6=4,5", "6,6=5,6");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void alignsDocumentsOfAFewSentences(int count) {
    List<String> source = new ArrayList<>();
    List<String> target = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      source.add("s" + 3 * i + " s" + (3 * i + 1) + " s" + (3 * i + 2));
      // A word is translated in another way.
      target.add("t" + 3 * i + " t" + (3 * i + 1) + " t" + (100 + i));
      expected.add(i + "," + (i + 1) + "=" + i + "," + (i + 1));
    }
    assertThat(shapes(SentenceAligner.byVectors(source, target, new WordEncoder())))
        .isEqualTo(expected);
  }

  @Test
  void alignsLongDocumentsNearTheAlignmentOfHalvedOnes() {
    SplittableRandom random = new SplittableRandom(7);
    List<String> source = new ArrayList<>();
    List<String> target = new ArrayList<>();
    int[] translation = new int[2_000];
    for (int i = 0; i < translation.length; i++) {
      String words = "x" + 3 * i + " x" + (3 * i + 1) + " x" + (3 * i + 2);
      source.add(words);
      // A hundred sentences in a row are missing too, so that the alignment leaves the diagonal.
      boolean isMissing = random.nextInt(10) == 0 || (i >= 200 && i < 300);
      translation[i] = isMissing ? -1 : target.size();
      if (!isMissing) {
        target.add(words);
      }
    }
    int found = 0;
    for (Bead bead : SentenceAligner.byVectors(source, target, new WordEncoder())) {
      for (int i = bead.sourceStart(); i < bead.sourceEnd(); i++) {
        found += translation[i] >= bead.targetStart() && translation[i] < bead.targetEnd() ? 1 : 0;
      }
    }
    assertThat(found).isEqualTo(target.size());
  }

  @Test
  void alignsByLengths() {
    String sentence = "a".repeat(60);
    List<String> source = List.of(sentence, "b".repeat(25), "c".repeat(30), "d".repeat(90));
    List<String> target = List.of("A".repeat(62), "B".repeat(55), "D".repeat(88));
    assertThat(shapes(SentenceAligner.byLengths(source, target)))
        .containsExactly("0,1=0,1", "1,3=1,2", "3,4=2,3");
  }

  @Test
  void alignsEmptyDocumentsWithNothing() {
    assertThat(SentenceAligner.byVectors(List.of(), List.of(), new WordEncoder())).isEmpty();
    assertThat(shapes(SentenceAligner.byVectors(List.of("s1"), List.of(), new WordEncoder())))
        .containsExactly("0,1=0,0");
    assertThat(shapes(SentenceAligner.byLengths(List.of(), List.of("a", "b"))))
        .containsExactly("0,0=0,1", "0,0=1,2");
  }

  @Test
  void computesTheTailsOfTheNormalDistribution() {
    assertThat(LengthCosts.tails(0)).isCloseTo(1, within(1e-6));
    assertThat(LengthCosts.tails(1.959964)).isCloseTo(0.05, within(1e-6));
    assertThat(LengthCosts.tails(-3)).isCloseTo(0.002699796, within(1e-6));
  }
}
