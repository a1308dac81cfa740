// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.Test;

class SubwordVectorsTest {
  /** Row i is (i + 1, 10 (i + 1)). */
  private static SubwordVectors vectors(SubwordIndex subwords, String... words) {
    float[][] rows = new float[subwords.rowCount()][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = new float[] {row + 1, 10 * (row + 1)};
    }
    return new SubwordVectors(List.of(words), subwords, rows);
  }

  // The n-grams of "ab": row 2 is "<ab", row 3 is "ab>"; of "abc": row 4 is "abc", row 5 "bc>".
  private static SubwordVectors ofTwoWords() {
    return vectors(
        SubwordIndex.of(List.of("ab", "abc"), new SubwordNgrams(3, 3, 1_000_000)), "ab", "abc");
  }

  @Test
  void aWordIsTheMeanOfItsRowAndItsNgrams() {
    WordVectors words = ofTwoWords().toWordVectors();
    assertThat(words.words()).containsExactly("ab", "abc");
    assertThat(words.vector(0))
        .containsExactly(new float[] {(1 + 3 + 4) / 3f, (10 + 30 + 40) / 3f}, within(1e-5f));
    assertThat(words.vector(1)).containsExactly((2 + 3 + 5 + 6) / 4f, (20 + 30 + 50 + 60) / 4f);
  }

  @Test
  void anotherWordIsTheMeanOfItsKnownNgrams() {
    SubwordVectors vectors = ofTwoWords();
    // xab has <xa, which no word of the vocabulary has, xab, and ab>.
    assertThat(vectors.vector("xab")).get().isEqualTo(new float[] {4, 40});
    // abcabc repeats abc.
    assertThat(vectors.vector("abcabc").orElseThrow())
        .containsExactly(
            new float[] {(3 + 5 + 5 + 6) / 4f, (30 + 50 + 50 + 60) / 4f}, within(1e-5f));
    assertThat(vectors.vector("ab")).get().isEqualTo(vectors.toWordVectors().vector(0));
  }

  @Test
  void aWordWithoutKnownNgramsHasNoVector() {
    assertThat(ofTwoWords().vector("xyz")).isEmpty();
    assertThat(ofTwoWords().vector("")).isEmpty();
    SubwordVectors withoutNgrams =
        vectors(SubwordIndex.of(List.of("ab", "abc"), new SubwordNgrams(3, 0, 100)), "ab", "abc");
    assertThat(withoutNgrams.vector("abcd")).isEmpty();
    assertThat(withoutNgrams.vector("abc")).get().isEqualTo(new float[] {2, 20});
  }

  @Test
  void appendsFurtherWordsInTheirOrder() {
    SubwordVectors vectors = ofTwoWords();
    WordVectors all = vectors.withWords(List.of("xab", "ab", "xyz", "abcabc", "xab"));
    assertThat(all.words()).containsExactly("ab", "abc", "xab", "abcabc");
    assertThat(all.vector(1)).isEqualTo(vectors.toWordVectors().vector(1));
    assertThat(all.vector(2)).isEqualTo(new float[] {4, 40});
    assertThat(all.vector(3)).isEqualTo(vectors.vector("abcabc").orElseThrow());
    assertThat(all.dimension()).isEqualTo(2);
  }

  @Test
  void ngramsOfTheSameBucketShareARow() {
    SubwordIndex subwords = SubwordIndex.of(List.of("house", "tree"), new SubwordNgrams(3, 6, 1));
    assertThat(subwords.rowCount()).isEqualTo(3);
    assertThat(subwords.ngramRows("river")).containsOnly(2);
  }
}
