// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.util.DotProducts;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.neural.torch.Tensors;

/**
 * Finds the candidates of queries: relevant passages, hard negatives, and other passages. The
 * passages that are most similar by their pooled vectors are scored by late interaction of the
 * vectors as they are, the teacher.
 */
final class CandidateMiner {
  /** Number of similar passages that are scored. */
  private static final int SCORED = 50;

  private static final int MAX_POSITIVES = 5;

  /** A passage with this cosine to a relevant one has the same text. */
  private static final float SAME_TEXT = 0.99f;

  private final TokenTable queries;
  private final TokenTable passages;
  private final LateInteractionTables tables;
  private final int count;
  private final float[][] pooled;

  /**
   * Creates a miner.
   *
   * @param count number of candidates of a query
   */
  CandidateMiner(TokenTable queries, TokenTable passages, LateInteractionTables tables, int count) {
    this.queries = queries;
    this.passages = passages;
    this.tables = tables;
    this.count = count;
    pooled = new float[passages.textCount()][];
    for (int i = 0; i < pooled.length; i++) {
      pooled[i] = UnitVectors.normalize(passages.text(i).pooled().clone());
    }
  }

  private record Scored(int passage, float score) {}

  /**
   * Finds the candidates of a query.
   *
   * @param relevant the passages of each relevant document
   * @param random samples the passages that are no hard negatives
   * @return empty if the query has no token or no relevant passage with a token, or if there are
   *     too few passages
   */
  Optional<RankedCandidates> find(int query, List<int[]> relevant, Random random) {
    if (queries.size(query) == 0) {
      return Optional.empty();
    }
    Set<Integer> own = new HashSet<>();
    List<Scored> positives = new ArrayList<>();
    for (int[] document : relevant) {
      int[] read = Arrays.stream(document).filter(i -> passages.size(i) > 0).toArray();
      Arrays.stream(read).forEach(own::add);
      scored(query, read).stream()
          .max(Comparator.comparingDouble(Scored::score))
          .filter(best -> positives.size() < MAX_POSITIVES)
          .ifPresent(positives::add);
    }
    if (positives.isEmpty()) {
      return Optional.empty();
    }
    List<Scored> negatives = scored(query, similar(query, own));
    negatives.sort(Comparator.comparingDouble(Scored::score).reversed());
    int hard = Math.min(count / 2, negatives.size());
    List<Scored> chosen = new ArrayList<>(positives);
    chosen.addAll(negatives.subList(0, hard));
    List<Scored> others = new ArrayList<>(negatives.subList(hard, negatives.size()));
    Collections.shuffle(others, random);
    others.stream().limit(Math.max(0, count - chosen.size())).forEach(chosen::add);
    if (chosen.size() < count) {
      return Optional.empty();
    }
    int[] candidates = new int[count];
    float[] scores = new float[count];
    for (int i = 0; i < count; i++) {
      candidates[i] = chosen.get(i).passage();
      scores[i] = chosen.get(i).score();
    }
    return Optional.of(new RankedCandidates(query, positives.size(), candidates, scores));
  }

  /** Returns the passages that are most similar to a query, without those of relevant documents. */
  private int[] similar(int query, Set<Integer> own) {
    float[] vector = UnitVectors.normalize(queries.text(query).pooled().clone());
    float[] similarities = new float[pooled.length];
    for (int i = 0; i < pooled.length; i++) {
      similarities[i] = DotProducts.inSinglePrecision(vector, pooled[i]);
    }
    float[] sorted = similarities.clone();
    Arrays.sort(sorted);
    float least = sorted[Math.max(0, sorted.length - 2 * SCORED - own.size())];
    return IntStream.range(0, pooled.length)
        .filter(i -> similarities[i] >= least && passages.size(i) > 0 && !own.contains(i))
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -similarities[i]))
        .filter(i -> own.stream().noneMatch(relevant -> isSameText(i, relevant)))
        .limit(SCORED)
        .mapToInt(i -> i)
        .toArray();
  }

  private boolean isSameText(int passage, int relevant) {
    return passages.text(passage).language().equals(passages.text(relevant).language())
        && DotProducts.inSinglePrecision(pooled[passage], pooled[relevant]) > SAME_TEXT;
  }

  @SuppressWarnings("try") // The scope frees the tensors that are created inside it.
  private List<Scored> scored(int query, int[] numbers) {
    if (numbers.length == 0) {
      return new ArrayList<>();
    }
    float[] weights = queries.weights(query);
    float[] cosines;
    int columns;
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      Tensor vectors = passages.rowsOf(numbers);
      columns = Math.toIntExact(vectors.size(0));
      cosines = Tensors.toArray(queries.rowsOf(query).matmul(vectors.t()));
    }
    List<Scored> scored = new ArrayList<>();
    int first = 0;
    for (int number : numbers) {
      int last = first + passages.size(number);
      double score = 0;
      for (int i = 0; i < weights.length; i++) {
        float largest = Float.NEGATIVE_INFINITY;
        for (int column = first; column < last; column++) {
          largest = Math.max(largest, cosines[i * columns + column]);
        }
        score += weights[i] * largest;
      }
      scored.add(
          new Scored(
              number,
              tables
                  .compensation(queries.text(query).language(), passages.text(number).language())
                  .apply((float) score)));
      first = last;
    }
    return scored;
  }
}
