// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.mining.HardNegatives.JudgedDocuments;
import org.junit.jupiter.api.Test;

class HardNegativesTest {
  private static final int DOCUMENTS = 2_500;
  private static final int QUERIES = 12;

  private static float[][] unitVectors(Random random, int count) {
    float[][] vectors = new float[count][8];
    for (float[] vector : vectors) {
      double squares = 0;
      for (int i = 0; i < vector.length; i++) {
        vector[i] = (float) random.nextGaussian();
        squares += vector[i] * vector[i];
      }
      for (int i = 0; i < vector.length; i++) {
        vector[i] /= (float) Math.sqrt(squares);
      }
    }
    return vectors;
  }

  private static List<JudgedDocuments> judgements(Random random) {
    List<JudgedDocuments> all = new ArrayList<>();
    for (int query = 0; query < QUERIES; query++) {
      int[] judged = random.ints(0, DOCUMENTS).distinct().limit(6).sorted().toArray();
      all.add(new JudgedDocuments(new int[] {judged[1], judged[4]}, judged));
    }
    return all;
  }

  /** The documents below the best relevant one, best first, by an independent computation. */
  private static List<Integer> below(
      float[] query, float[][] documents, JudgedDocuments judged, double margin) {
    double[] products =
        Arrays.stream(documents)
            .mapToDouble(
                document ->
                    IntStream.range(0, query.length)
                        .mapToDouble(i -> (double) query[i] * document[i])
                        .sum())
            .toArray();
    double limit =
        Arrays.stream(judged.relevant()).mapToDouble(d -> products[d]).max().orElseThrow();
    Set<Integer> excluded = new HashSet<>(Arrays.stream(judged.judged()).boxed().toList());
    return IntStream.range(0, documents.length)
        .filter(d -> products[d] < limit - margin && !excluded.contains(d))
        .boxed()
        .sorted(Comparator.comparingDouble((Integer d) -> -products[d]))
        .toList();
  }

  @Test
  void areTheDocumentsThatFollowTheBestRelevantOne() {
    Random random = new Random(3);
    float[][] queries = unitVectors(random, QUERIES);
    float[][] documents = unitVectors(random, DOCUMENTS);
    List<JudgedDocuments> judgements = judgements(random);
    for (double margin : new double[] {0, 0.1}) {
      List<int[]> found =
          new HardNegatives(20, 20, margin, 1)
              .find(new VectorScores(queries, documents), judgements, 2, MateListener.NONE);
      for (int query = 0; query < QUERIES; query++) {
        List<Integer> expected = below(queries[query], documents, judgements.get(query), margin);
        assertThat(found.get(query))
            .as("query %s, margin %s", query, margin)
            .containsExactly(expected.stream().limit(20).mapToInt(Integer::intValue).toArray());
      }
    }
  }

  @Test
  void areDrawnFromTheCandidatesBySeed() {
    Random random = new Random(4);
    float[][] queries = unitVectors(random, QUERIES);
    float[][] documents = unitVectors(random, DOCUMENTS);
    List<JudgedDocuments> judgements = judgements(random);
    VectorScores scores = new VectorScores(queries, documents);
    HardNegatives eight = new HardNegatives(8, 40, 0, 7);
    List<int[]> found = eight.find(scores, judgements, 1, MateListener.NONE);
    assertThat(eight.find(scores, judgements, 2, MateListener.NONE))
        .as("the same seed, other threads")
        .usingRecursiveComparison()
        .isEqualTo(found);
    assertThat(new HardNegatives(8, 40, 0, 8).find(scores, judgements, 1, MateListener.NONE))
        .as("another seed")
        .usingRecursiveComparison()
        .isNotEqualTo(found);
    for (int query = 0; query < QUERIES; query++) {
      List<Integer> candidates =
          below(queries[query], documents, judgements.get(query), 0).stream().limit(40).toList();
      List<Integer> chosen = Arrays.stream(found.get(query)).boxed().toList();
      assertThat(chosen)
          .hasSize(Math.min(8, candidates.size()))
          .doesNotHaveDuplicates()
          .isSubsetOf(candidates)
          .isSortedAccordingTo(Comparator.comparingInt(candidates::indexOf));
    }
  }

  @Test
  void drawsAllCandidatesEquallyOften() {
    float[][] queries = new float[4_000][];
    Arrays.fill(queries, new float[] {1, 0});
    float[][] documents = {{1, 0}, {.9f, 0}, {.8f, 0}, {.7f, 0}, {.6f, 0}};
    List<JudgedDocuments> judgements = new ArrayList<>();
    for (int i = 0; i < queries.length; i++) {
      judgements.add(new JudgedDocuments(new int[] {0}, new int[] {0}));
    }
    int[] counts = new int[5];
    new HardNegatives(1, 4, 0, 5)
        .find(new VectorScores(queries, documents), judgements, 1, MateListener.NONE)
        .forEach(chosen -> counts[chosen[0]]++);
    // Binomial with a standard deviation of 27.
    assertThat(counts[0]).isZero();
    assertThat(Arrays.stream(counts).skip(1).boxed())
        .allSatisfy(count -> assertThat(count).isBetween(840, 1_160));
  }

  @Test
  void aQueryWithoutRelevantDocumentOrContentHasNone() {
    float[][] documents = {{1, 0}, {0, 1}, {0, 0}};
    List<int[]> found =
        new HardNegatives(2, 2, 0, 1)
            .find(
                new VectorScores(new float[][] {{1, 0}, {0, 0}, {1, 0}, {0, 1}}, documents),
                List.of(
                    new JudgedDocuments(new int[0], new int[0]),
                    new JudgedDocuments(new int[] {0}, new int[] {0}),
                    new JudgedDocuments(new int[] {1}, new int[] {1}),
                    new JudgedDocuments(new int[] {1}, new int[] {1})),
                1,
                MateListener.NONE);
    assertThat(found.subList(0, 3)).as("the relevant one is last").allMatch(c -> c.length == 0);
    assertThat(found.get(3)).as("a document without content is none").containsExactly(0);
  }

  @Test
  void rejectsInvalidOptions() {
    assertThatThrownBy(() -> new HardNegatives(0, 5, 0, 1)).hasMessageContaining("negatives is 0");
    assertThatThrownBy(() -> new HardNegatives(6, 5, 0, 1)).hasMessageContaining("candidates 5");
    assertThatThrownBy(() -> new HardNegatives(1, 5, Double.NaN, 1)).hasMessageContaining("margin");
    assertThatThrownBy(
            () ->
                new HardNegatives(1, 5, 0, 1)
                    .find(
                        new VectorScores(new float[][] {{1}}, new float[][] {{1}}),
                        List.of(),
                        1,
                        MateListener.NONE))
        .hasMessageContaining("judgements of 0 queries, but scores of 1");
  }
}
