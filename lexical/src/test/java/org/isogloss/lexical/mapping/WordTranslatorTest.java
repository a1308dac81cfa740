// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.lexical.mapping.TranslationRetrieval.Csls;
import org.isogloss.lexical.mapping.TranslationRetrieval.InvertedSoftmax;
import org.isogloss.lexical.mapping.TranslationRetrieval.NearestNeighbour;
import org.isogloss.lexical.wordvector.WordVectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WordTranslatorTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  static Stream<TranslationRetrieval> methods() {
    return Stream.of(
        new NearestNeighbour(),
        new InvertedSoftmax(),
        new InvertedSoftmax(5, 1000),
        new InvertedSoftmax(10, 40),
        new Csls(),
        new Csls(1, 100),
        new Csls(3, 7));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void agreesWithTheDefinition(TranslationRetrieval method) {
    int size = 70 + random.nextInt(600);
    WordVectors source = RandomVectors.of("s", size, 1 + random.nextInt(20), random);
    WordVectors target = RandomVectors.of("t", 530, source.dimension(), random);
    int[] rows = random.ints(70, 0, size).toArray();
    List<List<TranslatedWord>> found =
        new WordTranslator(source, target, method, 520, 3).translate(rows, 8);
    double[] penalties = penalties(source, target, method);
    assertThat(found).hasSize(70);
    for (int i = 0; i < rows.length; i++) {
      float[] word = source.vector(rows[i]);
      double[] expected =
          IntStream.range(0, 520)
              .mapToDouble(y -> cosine(word, target.vector(y)) - penalties[y])
              .toArray();
      double[] sorted = expected.clone();
      Arrays.sort(sorted);
      for (int place = 0; place < 8; place++) {
        TranslatedWord candidate = found.get(i).get(place);
        assertThat((double) candidate.score())
            .as("seed %d, row %d, place %d", seed, rows[i], place)
            .isCloseTo(sorted[519 - place], within(1e-5))
            .isCloseTo(expected[candidate.row()], within(1e-5));
        assertThat(candidate.word()).isEqualTo("t" + candidate.row());
      }
    }
  }

  /**
   * Returns what the definition of a method in its paper, scaled as documented, subtracts from the
   * cosine of each candidate.
   */
  private static double[] penalties(
      WordVectors source, WordVectors target, TranslationRetrieval method) {
    int count = Math.min(method.sample(), source.size());
    double[] penalties = new double[target.size()];
    for (int y = 0; y < target.size(); y++) {
      float[] candidate = target.vector(y);
      double[] back =
          IntStream.range(0, count)
              .map(i -> (int) ((long) i * source.size() / count))
              .mapToDouble(z -> cosine(source.vector(z), candidate))
              .sorted()
              .toArray();
      penalties[y] =
          switch (method) {
            case NearestNeighbour nearest -> 0;
            case InvertedSoftmax softmax -> {
              double beta = softmax.beta();
              double sum = Arrays.stream(back).map(z -> Math.exp(beta * z)).sum();
              yield Math.log(sum / count) / beta;
            }
            case Csls csls -> {
              int first = Math.max(0, count - csls.neighbours());
              yield Arrays.stream(back, first, count).average().orElseThrow() / 2;
            }
          };
    }
    return penalties;
  }

  private static double cosine(float[] a, float[] b) {
    return RandomVectors.dot(a, b) / Math.sqrt(RandomVectors.dot(a, a) * RandomVectors.dot(b, b));
  }

  /**
   * The hub has cosine 0.5 with each of four source words, and the translation of each word has
   * cosine 0.45 with it and 0 with the others.
   */
  @Test
  void hubsAttractNearestNeighboursOnly() {
    float[] sources = new float[4 * 8];
    float[] targets = new float[5 * 8];
    for (int i = 0; i < 4; i++) {
      sources[i * 8 + i] = 1;
      targets[i] = 1; // the hub, t0
      targets[(i + 1) * 8 + i] = .45f;
      targets[(i + 1) * 8 + 4 + i] = (float) Math.sqrt(1 - .45 * .45);
    }
    WordVectors source = RandomVectors.named("s", 8, sources);
    WordVectors target = RandomVectors.named("t", 8, targets);
    assertThat(first(source, target, new NearestNeighbour())).containsExactly(0, 0, 0, 0);
    assertThat(first(source, target, new Csls(2, 4))).containsExactly(1, 2, 3, 4);
    assertThat(first(source, target, new InvertedSoftmax())).containsExactly(1, 2, 3, 4);
  }

  private static List<Integer> first(
      WordVectors source, WordVectors target, TranslationRetrieval method) {
    return new WordTranslator(source, target, method, 5, 1)
        .translate(IntStream.range(0, source.size()).toArray(), 1).stream()
            .map(words -> words.getFirst().row())
            .toList();
  }

  @Test
  void ordersEqualScoresByRowAndReturnsFewerIfThereAreNoMore() {
    WordVectors source = RandomVectors.named("s", 1, 2);
    WordVectors target = RandomVectors.named("t", 1, 1, 5, -1, 0, 3);
    WordTranslator translator = new WordTranslator(source, target, new NearestNeighbour(), 99, 1);
    assertThat(translator.candidates()).isEqualTo(5);
    assertThat(translator.translate(new int[] {0}, 2).getFirst())
        .containsExactly(new TranslatedWord(0, "t0", 1), new TranslatedWord(1, "t1", 1));
    assertThat(translator.translate(new int[] {0}, 9).getFirst())
        .extracting(TranslatedWord::row)
        .containsExactly(0, 1, 4, 3, 2);
    assertThat(translator.translate(new int[0], 9)).isEmpty();
  }

  @Test
  void resultsDoNotDependOnThreads() {
    WordVectors source = RandomVectors.of("s", 700, 10, random);
    WordVectors target = RandomVectors.of("t", 900, 10, random);
    int[] rows = IntStream.range(0, 150).toArray();
    assertThat(new WordTranslator(source, target, new Csls(), 800, 1).translate(rows, 5))
        .as("seed %d", seed)
        .isEqualTo(new WordTranslator(source, target, new Csls(), 800, 4).translate(rows, 5));
  }

  @Test
  void findsMethodsByName() {
    assertThat(TranslationRetrieval.CODES)
        .extracting(code -> TranslationRetrieval.find(code).orElseThrow())
        .containsExactly(new NearestNeighbour(), new InvertedSoftmax(), new Csls());
    assertThat(TranslationRetrieval.find("cosine")).isEmpty();
  }

  @Test
  void rejectsInvalidInput() {
    WordVectors two = RandomVectors.of("s", 4, 2, random);
    WordVectors three = RandomVectors.of("t", 4, 3, random);
    WordVectors none = RandomVectors.named("n", 2);
    assertThatThrownBy(() -> new WordTranslator(two, three, new Csls(), 9, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("dimension 2 and the target vectors 3");
    assertThatThrownBy(() -> new WordTranslator(two, none, new Csls(), 9, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("4 source words and 0 target words");
    assertThatThrownBy(() -> new WordTranslator(two, two, new Csls(), 0, 1))
        .hasMessageContaining("candidates is 0");
    assertThatThrownBy(() -> new Csls(0, 1)).hasMessageContaining("neighbours is 0");
    assertThatThrownBy(() -> new InvertedSoftmax(0, 1)).hasMessageContaining("beta is 0.0");
    assertThatThrownBy(() -> new InvertedSoftmax(1, 0)).hasMessageContaining("sample is 0");
  }
}
