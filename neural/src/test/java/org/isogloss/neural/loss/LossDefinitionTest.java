// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.isogloss.core.Language.UNDETERMINED;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.judgement.ExcludedNegatives;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares each loss with its definition, and its gradient with finite differences. */
@RequiresTorch
class LossDefinitionTest {
  private static final int N = 4;
  private static final int D = 3;
  private static final double[] FIXED = numbers(7, N * D);
  private static final double[] BANK = numbers(8, 3 * D);
  private static final double[] GRADES = {1, 3, 2, 1};
  private static final double[] TOKEN_WEIGHTS = {1, 2, 0.5, 0};
  private static final double[] PAIR_WEIGHTS = {1, -0.7, 0.4, 2};

  /**
   * A loss of a matrix {@code [N, D]}.
   *
   * @param naive its definition, computed with plain loops
   */
  private record Case(
      String name, Function<Tensor, Tensor> loss, ToDoubleFunction<double[]> naive) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static double[] numbers(long seed, int size) {
    return new Random(seed).doubles(size, -1, 1).toArray();
  }

  private static Tensor matrix(double[] values) {
    return Tensor.create(values.clone(), values.length / D, D);
  }

  private static Tensor fixed() {
    return matrix(FIXED);
  }

  private static double at(double[] matrix, int row, int column) {
    return matrix[row * D + column];
  }

  private static double mean(int size, IntToDoubleFunction value) {
    return IntStream.range(0, size).mapToDouble(value).average().orElseThrow();
  }

  private static double dot(double[] a, int i, double[] b, int j) {
    return IntStream.range(0, D).mapToDouble(d -> at(a, i, d) * at(b, j, d)).sum();
  }

  private static double logSumExp(double[] values) {
    return Math.log(IntStream.range(0, values.length).mapToDouble(i -> Math.exp(values[i])).sum());
  }

  private static double[] row(double[] matrix, int row, double scale) {
    return IntStream.range(0, D).mapToDouble(d -> scale * at(matrix, row, d)).toArray();
  }

  private static double divergence(double[] student, double[] teacher) {
    double sum = 0;
    for (int i = 0; i < student.length; i++) {
      double target = teacher[i] - logSumExp(teacher);
      sum += Math.exp(target) * (target - (student[i] - logSumExp(student)));
    }
    return sum;
  }

  private static double[] cosines(double[] vectors, int row, double scale) {
    return IntStream.range(0, N).mapToDouble(j -> scale * dot(vectors, row, vectors, j)).toArray();
  }

  /** Scaled cosines with the teacher's vectors, then with {@link #BANK}. */
  private static double[] banked(double[] vectors, int row) {
    double[] all = DoubleStream.concat(Arrays.stream(FIXED), Arrays.stream(BANK)).toArray();
    return IntStream.range(0, all.length / D)
        .mapToDouble(j -> 2 * dot(vectors, row, all, j))
        .toArray();
  }

  private static double margin(double[] scores, int query, int negative) {
    return at(scores, query, 0) - at(scores, query, negative);
  }

  private static double softplus(double x) {
    return Math.log1p(Math.exp(x));
  }

  private static final Map<DistillationLoss.Measure, ToDoubleFunction<double[]>> DISTILLATIONS =
      Map.of(
          DistillationLoss.Measure.MSE,
          x ->
              mean(
                  N,
                  i ->
                      IntStream.range(0, D)
                          .mapToDouble(d -> Math.pow(at(x, i, d) - at(FIXED, i, d), 2))
                          .sum()),
          DistillationLoss.Measure.COSINE,
          x ->
              mean(
                  N,
                  i ->
                      1
                          - dot(x, i, FIXED, i)
                              / Math.sqrt(dot(x, i, x, i) * dot(FIXED, i, FIXED, i))),
          DistillationLoss.Measure.KL,
          x -> mean(N, i -> divergence(row(x, i, 2), row(FIXED, i, 2))));

  private static final Map<CandidateLoss.Kind, ToDoubleFunction<double[]>> CANDIDATES =
      Map.of(
          CandidateLoss.Kind.BCE,
          x -> mean(N * D, i -> i % D == 0 ? softplus(-x[i]) : softplus(x[i])),
          CandidateLoss.Kind.HINGE,
          x ->
              mean(
                  N * (D - 1),
                  i ->
                      Math.max(
                          0, 0.7 - at(x, i / (D - 1), 0) + at(x, i / (D - 1), 1 + i % (D - 1)))),
          CandidateLoss.Kind.SOFTMAX,
          x -> mean(N, i -> logSumExp(row(x, i, 1)) - at(x, i, 0)));

  static Stream<Case> cases() {
    Stream<Case> distillations =
        DISTILLATIONS.entrySet().stream()
            .map(
                entry ->
                    new Case(
                        "distillation by " + entry.getKey(),
                        x -> new DistillationLoss(entry.getKey(), 2).loss(x, fixed()),
                        entry.getValue()));
    Stream<Case> candidates =
        CANDIDATES.entrySet().stream()
            .map(
                entry ->
                    new Case(
                        "candidates by " + entry.getKey(),
                        x -> new CandidateLoss(entry.getKey(), 0.7).loss(x, firstIsRelevant()),
                        entry.getValue()));
    return Stream.of(
            distillations,
            candidates,
            Stream.of(
                new Case(
                    "distillation of neighbours",
                    x ->
                        new DistillationLoss(DistillationLoss.Measure.KL, 2).vectorLoss(x, fixed()),
                    x -> mean(N, i -> divergence(cosines(x, i, 2), cosines(FIXED, i, 2)))),
                new Case(
                    "contrast with a teacher's vectors",
                    x ->
                        new DistillationLoss(DistillationLoss.Measure.COSINE, 2)
                            .contrastiveLoss(x, fixed(), Tensors.longTensor(QUERY_KEYS)),
                    x ->
                        mean(
                            N,
                            i ->
                                logSumExp(
                                        IntStream.range(0, N)
                                            .filter(j -> i == j || QUERY_KEYS[i] != QUERY_KEYS[j])
                                            .mapToDouble(j -> 2 * dot(x, i, FIXED, j))
                                            .toArray())
                                    - 2 * dot(x, i, FIXED, i))),
                new Case(
                    "distillation of neighbours in a bank",
                    x ->
                        new DistillationLoss(DistillationLoss.Measure.MSE, 2)
                            .memoryBankLoss(x, fixed(), matrix(BANK)),
                    x -> mean(N, i -> divergence(banked(x, i), banked(FIXED, i)))),
                new Case(
                    "hubs in a bank",
                    x -> HubnessPenalty.loss(x, matrix(BANK)),
                    x -> mean(N, i -> Math.pow(mean(BANK.length / D, j -> dot(x, i, BANK, j)), 2))),
                new Case(
                    "expected multiplications of a search",
                    FlopsLoss::loss,
                    x ->
                        IntStream.range(0, D)
                            .mapToDouble(d -> Math.pow(mean(N, i -> at(x, i, d)), 2))
                            .sum()),
                new Case(
                    "a teacher's margins",
                    x -> MarginMseLoss.loss(x, fixed()),
                    x ->
                        mean(
                            N * (D - 1),
                            i ->
                                Math.pow(
                                    margin(x, i / (D - 1), 1 + i % (D - 1))
                                        - margin(FIXED, i / (D - 1), 1 + i % (D - 1)),
                                    2))),
                new Case(
                    "graded triplet",
                    x ->
                        new GradedTripletLoss(0.3)
                            .loss(x.select(1, 0), x.select(1, 1), Tensor.create(GRADES, N)),
                    x -> mean(N, i -> Math.max(0, 0.3 * GRADES[i] - (at(x, i, 0) - at(x, i, 1))))),
                new Case(
                    "late interaction, queries",
                    x -> interaction(x, fixed()),
                    x -> naive(x, FIXED)),
                new Case(
                    "late interaction, passages",
                    x -> interaction(fixed(), x),
                    x -> naive(FIXED, x)),
                new Case(
                    "ranking contrast, queries",
                    x -> ranking(x, fixed()),
                    x -> naiveRanking(x, FIXED)),
                new Case(
                    "ranking contrast with other relevant passages",
                    x -> rankingOfRelevant(x),
                    x ->
                        mean(
                            2,
                            i ->
                                logSumExp(
                                        IntStream.range(0, 4)
                                            .filter(j -> j == i || !RELEVANT[i][j])
                                            .mapToDouble(j -> 3 * x[4 * i + j])
                                            .toArray())
                                    - 3 * x[4 * i + i])),
                new Case(
                    "ranking contrast, passages",
                    x -> ranking(fixed(), x),
                    x -> naiveRanking(FIXED, x))))
        .flatMap(all -> all);
  }

  /** Two queries and two passages of two tokens each; the second passage has only one. */
  private static Tensor interaction(Tensor queries, Tensor passages) {
    return MaxSim.scores(
            queries.view(2, 2, D),
            Tensor.create(TOKEN_WEIGHTS, 2, 2),
            passages.view(2, 2, D),
            Tensor.create(new boolean[] {false, false, false, true}, 2, 2))
        .mul(Tensor.create(PAIR_WEIGHTS, 2, 2))
        .sum();
  }

  private static double naive(double[] queries, double[] passages) {
    double sum = 0;
    for (int q = 0; q < 2; q++) {
      for (int p = 0; p < 2; p++) {
        double score = 0;
        for (int i = 0; i < 2; i++) {
          double nearest = dot(queries, 2 * q + i, passages, 2 * p);
          if (p == 0) {
            nearest = Math.max(nearest, dot(queries, 2 * q + i, passages, 1));
          }
          score += TOKEN_WEIGHTS[2 * q + i] * nearest;
        }
        double total = TOKEN_WEIGHTS[2 * q] + TOKEN_WEIGHTS[2 * q + 1];
        sum += PAIR_WEIGHTS[2 * q + p] * score / total;
      }
    }
    return sum;
  }

  private static Tensor firstIsRelevant() {
    return Tensor.create(
        IntStream.range(0, N * D).mapToDouble(i -> i % D == 0 ? 1 : 0).toArray(), N, D);
  }

  private static final int[] QUERY_KEYS = {0, 1, 0, 3};
  private static final int[] POSITIVE_KEYS = {10, 11, 12, 13};

  /** The second hard negative equals the positive passage of the second query. */
  private static final int[] HARD_NEGATIVE_KEYS = {20, 11};

  private static Tensor ranking(Tensor queries, Tensor passages) {
    return new MultipleNegativesRankingLoss(3)
        .loss(
            queries,
            passages,
            passages.narrow(0, 0, 2).neg(),
            Tensors.longTensor(QUERY_KEYS),
            Tensors.longTensor(POSITIVE_KEYS),
            Tensors.longTensor(HARD_NEGATIVE_KEYS));
  }

  /** The positive passages of two queries, then two hard negatives. */
  private static final boolean[][] RELEVANT = {
    {true, true, false, false}, {false, true, false, true}
  };

  /** Of the first eight numbers as the similarities of two queries and four passages. */
  private static Tensor rankingOfRelevant(Tensor x) {
    return new MultipleNegativesRankingLoss(3)
        .loss(
            x.flatten().narrow(0, 0, 8).view(2, 4),
            Tensors.longTensor(new int[] {0, 1}),
            Tensors.longTensor(new int[] {10, 11}),
            Tensors.longTensor(new int[] {20, 21}),
            ExcludedNegatives.of(
                Stream.of(Set.of(10, 11), Set.of(11, 21))
                    .map(keys -> new ExcludedNegatives.Query(keys, UNDETERMINED, UNDETERMINED))
                    .toList(),
                IntStream.of(10, 11, 20, 21)
                    .mapToObj(key -> new ExcludedNegatives.Passage(key, UNDETERMINED, key % 10))
                    .toList(),
                new Device("cpu")));
  }

  private static double naiveRanking(double[] queries, double[] passages) {
    return mean(
        N,
        i -> {
          double all = 0;
          for (int j = 0; j < N; j++) {
            if (i == j || QUERY_KEYS[i] != QUERY_KEYS[j]) {
              all += Math.exp(3 * dot(queries, i, passages, j));
            }
          }
          for (int j = 0; j < HARD_NEGATIVE_KEYS.length; j++) {
            if (HARD_NEGATIVE_KEYS[j] != POSITIVE_KEYS[i]) {
              all += Math.exp(-3 * dot(queries, i, passages, j));
            }
          }
          return Math.log(all) - 3 * dot(queries, i, passages, i);
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreesWithItsDefinitionAndItsGradientWithFiniteDifferences(Case loss) {
    for (long seed : List.of(1L, 2L, 3L)) {
      double[] values = numbers(seed, N * D);
      Tensor leaf = matrix(values).requires_grad_();
      Tensor found = loss.loss().apply(leaf);
      assertThat(found.item_double()).isCloseTo(loss.naive().applyAsDouble(values), within(1e-9));
      found.backward();
      double[] gradient = new double[N * D];
      leaf.grad().<DoubleBuffer>createBuffer().get(gradient);
      for (int i = 0; i < values.length; i++) {
        double[] moved = values.clone();
        moved[i] += 1e-6;
        double up = loss.naive().applyAsDouble(moved);
        moved[i] -= 2e-6;
        double down = loss.naive().applyAsDouble(moved);
        assertThat(gradient[i])
            .as("%s of seed %d", loss, seed)
            .isCloseTo((up - down) / 2e-6, within(1e-6));
      }
    }
  }
}
