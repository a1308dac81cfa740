// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.isogloss.lexical.mapping.RandomVectors.ENGLISH;
import static org.isogloss.lexical.mapping.RandomVectors.FINNISH;
import static org.isogloss.lexical.mapping.RandomVectors.GERMAN;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.Test;

class MultilingualWordVectorsTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @Test
  void wordsOfTwoLanguagesMeetInTheSpaceOfThePivot() {
    WordVectors english = RandomVectors.of("en", 30, 8, random);
    WordVectors german =
        RandomVectors.multiplied(english, RandomVectors.orthogonal(8, random), "de");
    WordVectors finnish =
        RandomVectors.multiplied(english, RandomVectors.orthogonal(8, random), "fi");
    List<WordPair> dictionary = new ArrayList<>(RandomVectors.dictionary("de", "en", 30));
    for (int i = 0; i < 30; i++) {
      dictionary.add(new WordPair(ENGLISH, FINNISH, "en" + i, "fi" + i));
      dictionary.add(new WordPair(GERMAN, FINNISH, "de" + i, "fi0"));
    }
    MultilingualWordVectors vectors =
        MultilingualWordVectors.learn(
            ENGLISH,
            Map.of(ENGLISH, english, GERMAN, german, FINNISH, finnish),
            dictionary,
            MapOptions.DEFAULT);
    assertThat(vectors.languages()).containsExactlyInAnyOrder(ENGLISH, GERMAN, FINNISH);
    assertThat(vectors.vectors(GERMAN).orElseThrow().values())
        .as("seed %d", seed)
        .containsExactly(vectors.vectors(FINNISH).orElseThrow().values(), within(1e-5f));
    assertThat(vectors.vectors(ENGLISH).orElseThrow().values())
        .containsExactly(english.normalised().values(), within(1e-6f));
    assertThat(vectors.map(FINNISH).orElseThrow().usedPairs()).isEqualTo(30);
  }

  @Test
  void namesTheLanguagesOfAProblem() {
    WordVectors english = RandomVectors.of("en", 5, 2, random);
    assertThatThrownBy(
            () ->
                MultilingualWordVectors.learn(
                    ENGLISH,
                    Map.of(ENGLISH, english, GERMAN, english),
                    List.of(),
                    MapOptions.DEFAULT))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("de-en: found 0 distinct pairs");
    assertThatThrownBy(
            () ->
                MultilingualWordVectors.learn(
                    GERMAN, Map.of(ENGLISH, english), List.of(), MapOptions.DEFAULT))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("the pivot language de has no vectors, found those of [en]");
  }

  @Test
  void takesVectorsThatAreInOneSpaceAlready() {
    WordVectors english = RandomVectors.of("en", 5, 2, random);
    MultilingualWordVectors vectors = MultilingualWordVectors.of(Map.of(ENGLISH, english));
    assertThat(vectors.vectors(ENGLISH)).contains(english);
    assertThat(vectors.vectors(GERMAN)).isEmpty();
    assertThat(vectors.map(ENGLISH)).isEmpty();
    WordVectors other = RandomVectors.of("de", 5, 3, random);
    assertThatThrownBy(() -> MultilingualWordVectors.of(Map.of(ENGLISH, english, GERMAN, other)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("2 different dimensions");
  }
}
