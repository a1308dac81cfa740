// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.Test;

class OrthogonalMapTest {
  private static final MapOptions CENTRED = new MapOptions(true, Integer.MAX_VALUE);

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @Test
  void recoversARotation() {
    WordVectors source = RandomVectors.of("s", 40, 12, random);
    double[][] rotation = RandomVectors.orthogonal(12, random);
    WordVectors target = RandomVectors.multiplied(source, rotation, "t");
    OrthogonalMap map = OrthogonalMap.learn(source, target, RandomVectors.dictionary("s", "t", 40));
    for (int i = 0; i < 144; i++) {
      assertThat((double) map.matrix()[i])
          .as("seed %d, element %d", seed, i)
          .isCloseTo(rotation[i / 12][i % 12], within(1e-5));
    }
    assertThat(map.apply(source).values())
        .as("seed %d", seed)
        .containsExactly(target.normalised().values(), within(1e-5f));
    assertThat(map.usedPairs()).isEqualTo(40);
  }

  @Test
  void isOrthogonal() {
    OrthogonalMap map = noisyMap(60, 50);
    assertOrthogonal(map);
  }

  @Test
  void isOrthogonalWhenPairsDoNotSpanTheSpace() {
    WordVectors line = RandomVectors.named("s", 3, 1, 2, 3, 2, 4, 6, 3, 6, 9);
    OrthogonalMap map = OrthogonalMap.learn(line, line, RandomVectors.dictionary("s", "s", 3));
    assertOrthogonal(map);
    assertThat(map.apply(line).values()).containsExactly(line.normalised().values(), within(1e-5f));
  }

  private void assertOrthogonal(OrthogonalMap map) {
    float[] w = map.matrix();
    int d = map.dimension();
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        double product = 0;
        for (int k = 0; k < d; k++) {
          product += (double) w[k * d + i] * w[k * d + j];
        }
        assertThat(product)
            .as("seed %d, columns %d and %d", seed, i, j)
            .isCloseTo(i == j ? 1 : 0, within(1e-5));
      }
    }
  }

  private OrthogonalMap noisyMap(int pairs, int dimension) {
    WordVectors source = RandomVectors.of("s", pairs, dimension, random);
    WordVectors target = RandomVectors.of("t", pairs, dimension, random);
    return OrthogonalMap.learn(source, target, RandomVectors.dictionary("s", "t", pairs));
  }

  @Test
  void noRotationImprovesTheMap() {
    WordVectors source = RandomVectors.of("s", 30, 6, random);
    WordVectors target = RandomVectors.of("t", 30, 6, random);
    WordVectors mapped =
        OrthogonalMap.learn(source, target, RandomVectors.dictionary("s", "t", 30)).apply(source);
    double best = sumOfCosines(mapped, target);
    for (int trial = 0; trial < 200; trial++) {
      int i = random.nextInt(6);
      int j = (i + 1 + random.nextInt(5)) % 6;
      double angle = (random.nextBoolean() ? 1 : -1) * Math.pow(10, -3 * random.nextDouble());
      double[][] rotation = new double[6][6];
      for (int k = 0; k < 6; k++) {
        rotation[k][k] = 1;
      }
      rotation[i][i] = rotation[j][j] = Math.cos(angle);
      rotation[i][j] = Math.sin(angle);
      rotation[j][i] = -Math.sin(angle);
      assertThat(sumOfCosines(RandomVectors.multiplied(mapped, rotation, "r"), target))
          .as("seed %d, angle %f", seed, angle)
          .isLessThan(best + 1e-5);
    }
    double[][] other = RandomVectors.orthogonal(6, random);
    assertThat(sumOfCosines(RandomVectors.multiplied(mapped, other, "r"), target))
        .as("seed %d", seed)
        .isLessThan(best);
  }

  private static double sumOfCosines(WordVectors a, WordVectors b) {
    return RandomVectors.dot(a.normalised().values(), b.normalised().values());
  }

  @Test
  void agreesWithScipy() throws IOException {
    List<float[]> source = golden("source");
    WordVectors x = RandomVectors.named("s", 4, concat(source));
    WordVectors y = RandomVectors.named("t", 4, concat(golden("target")));
    List<WordPair> dictionary = RandomVectors.dictionary("s", "t", source.size());
    assertThat(OrthogonalMap.learn(x, y, dictionary).matrix())
        .containsExactly(concat(golden("map")), within(1e-6f));
    assertThat(OrthogonalMap.learn(x, y, dictionary, CENTRED).matrix())
        .containsExactly(concat(golden("centred-map")), within(1e-6f));
  }

  private static List<float[]> golden(String kind) throws IOException {
    List<float[]> rows = new ArrayList<>();
    try (InputStream in =
        requireNonNull(OrthogonalMapTest.class.getResourceAsStream("procrustes.txt"))) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        String[] fields = line.split(" ", -1);
        if (fields[0].equals(kind)) {
          float[] row = new float[fields.length - 1];
          for (int i = 0; i < row.length; i++) {
            row[i] = Float.parseFloat(fields[i + 1]);
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static float[] concat(List<float[]> rows) {
    int dimension = rows.getFirst().length;
    float[] all = new float[rows.size() * dimension];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, all, i * dimension, dimension);
    }
    return all;
  }

  @Test
  void centringRemovesAnOffsetOfUnitVectors() {
    WordVectors source = RandomVectors.of("s", 200, 5, random).normalised();
    float[] shifted = source.values().clone();
    for (int i = 0; i < shifted.length; i++) {
      shifted[i] += i % 5 == 0 ? 3 : 0;
    }
    WordVectors offset = RandomVectors.named("t", 5, shifted);
    double plain = meanCosine(source, offset, MapOptions.DEFAULT);
    double centred = meanCosine(source, offset, CENTRED);
    assertThat(centred).as("seed %d, %f without", seed, plain).isGreaterThan(plain);
  }

  private static double meanCosine(WordVectors source, WordVectors target, MapOptions options) {
    OrthogonalMap map =
        OrthogonalMap.learn(source, target, RandomVectors.dictionary("s", "t", 200), options);
    WordVectors pivot = OrthogonalMap.identity(target, options).apply(target);
    return sumOfCosines(map.apply(source), pivot) / source.size();
  }

  @Test
  void identityNormalisesOnly() {
    WordVectors pivot = RandomVectors.named("p", 2, 3, 4, 0, 2, 0, 0);
    OrthogonalMap identity = OrthogonalMap.identity(pivot, MapOptions.DEFAULT);
    assertThat(identity.apply(pivot).words()).containsExactly("p0", "p1", "p2");
    assertThat(identity.apply(pivot).values())
        .containsExactly(new float[] {.6f, .8f, 0, 1, 0, 0}, within(1e-6f));
    assertThat(identity.usedPairs()).isZero();
  }

  @Test
  void leavesOutUnknownWordsAndRepeatedPairs() {
    WordVectors vectors = RandomVectors.named("s", 2, 1, 0, 0, 1);
    List<WordPair> dictionary = new ArrayList<>(RandomVectors.dictionary("s", "s", 4));
    dictionary.addAll(RandomVectors.dictionary("S", "s", 1));
    OrthogonalMap map = OrthogonalMap.learn(vectors, vectors, dictionary);
    assertThat(map.usedPairs()).isEqualTo(2);
    assertThat(map.unknownPairs()).isEqualTo(2);
    assertThat(map.matrix()).containsExactly(new float[] {1, 0, 0, 1}, within(1e-6f));
  }

  @Test
  void learnsFromThePairsWithTheMostFrequentWords() {
    WordVectors source = RandomVectors.named("s", 2, 1, 0, 0, 1, 1, 0, 0, 1);
    WordVectors target = RandomVectors.named("t", 2, 0, 1, 1, 0, 1, 0, 0, 1);
    List<WordPair> dictionary = RandomVectors.dictionary("s", "t", 4).reversed();
    assertThat(OrthogonalMap.learn(source, target, dictionary, new MapOptions(false, 2)).matrix())
        .containsExactly(new float[] {0, 1, 1, 0}, within(1e-6f));
  }

  @Test
  void rejectsADictionaryWithTooFewKnownPairs() {
    WordVectors source = RandomVectors.of("s", 10, 3, random);
    WordVectors target = RandomVectors.of("t", 2, 3, random);
    assertThatThrownBy(
            () -> OrthogonalMap.learn(source, target, RandomVectors.dictionary("s", "t", 9)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "found 2 distinct pairs with vectors of both words among the 9 pairs of the"
                + " dictionary, expected 3 or more")
        .hasMessageContaining("Without a vector are 7 target words: t2, t3, t4, t5, t6, ...")
        .hasMessageContaining("Use a larger dictionary");
    assertThatThrownBy(
            () ->
                OrthogonalMap.learn(
                    source, source, RandomVectors.dictionary("s", "s", 9), new MapOptions(true, 2)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the maximum number of pairs is 2, expected 3 or more");
  }

  @Test
  void rejectsOtherDimensions() {
    WordVectors source = RandomVectors.of("s", 10, 3, random);
    WordVectors target = RandomVectors.of("t", 10, 4, random);
    assertThatThrownBy(
            () -> OrthogonalMap.learn(source, target, RandomVectors.dictionary("s", "t", 10)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the source vectors have dimension 3 and the target vectors 4");
    assertThatThrownBy(() -> OrthogonalMap.identity(target, CENTRED).apply(source))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("the vectors have dimension 3, the map expects 4");
    assertThatThrownBy(() -> new MapOptions(false, 0))
        .hasMessageContaining("maxPairs is 0, expected 1 or more");
  }
}
