// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The objectives of a sparse encoder, {@code contrast}, {@code ranking} or both.
 *
 * @param contrast contrastive loss of translations, with in-batch negatives
 * @param ranking contrastive loss of queries and judged passages, with in-batch and hard negatives
 * @param distillation margins of a teacher, in addition to {@code ranking}
 * @param flops the regulariser of the vectors of both
 * @param mix whether the two are summed in every step, or alternate
 */
public record SparseEncoderObjectiveOptions(
    Optional<Contrast> contrast,
    Optional<Ranking> ranking,
    Optional<MarginDistillation> distillation,
    Flops flops,
    @Default("sum") TrainingTasks.Combination mix) {
  /**
   * InfoNCE on pairs of translations, either of which is the query for the other.
   *
   * @param scale factor of the sparse dot products
   * @param cached whether gradients are cached, so that a large batch needs only the memory of a
   *     chunk; each text is then encoded twice
   * @param weight weight of the loss
   */
  public record Contrast(
      @Default("1") double scale, @Default("false") boolean cached, @Default("1") double weight) {
    public Contrast {
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * InfoNCE on queries and passages: all other passages of the batch, including the hard negatives,
   * are negatives for a query.
   *
   * @param negatives number of hard negatives of a query: passages that were judged lower, or of
   *     other queries if there are too few
   * @param scale factor of the sparse dot products
   * @param cached as for {@link Contrast}
   * @param weight weight of the loss
   */
  public record Ranking(
      @Default("1") int negatives,
      @Default("1") double scale,
      @Default("false") boolean cached,
      @Default("1") double weight) {
    public Ranking {
      RecipeChecks.requireAtLeast("negatives", negatives, 1);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * The weights of {@link org.isogloss.neural.loss.FlopsLoss}, which grow quadratically to their
   * values during a warm-up (Formal et al., <i>SPLADE v2</i>, 2021, section 3.1).
   *
   * @param queries weight for queries; without effect if they need no inference
   * @param passages weight for passages
   * @param warmUp number of steps until the weights have these values; 0 for none
   */
  public record Flops(
      @Default("3e-4") double queries, @Default("1e-4") double passages, @Default("0") int warmUp) {
    public Flops {
      RecipeChecks.requireInRange("queries", queries, 0, Double.MAX_VALUE);
      RecipeChecks.requireInRange("passages", passages, 0, Double.MAX_VALUE);
      RecipeChecks.requireAtLeast("warm-up", warmUp, 0);
    }

    /**
     * Returns the factor of the weights in a step, from 0 to 1.
     *
     * @param step number of steps before it
     */
    double factor(long step) {
      double share = warmUp == 0 ? 1 : Math.min(1, (step + 1.0) / warmUp);
      return share * share;
    }
  }

  public SparseEncoderObjectiveOptions {
    requireNonNull(flops, "flops is null");
    if (contrast.isEmpty() && ranking.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no objective, expected contrast, ranking or both");
    }
    if (distillation.isPresent() && ranking.isEmpty()) {
      throw new IllegalArgumentException(
          "distillation compares the passages of ranking: add ranking, or remove distillation");
    }
  }

  /** Checks that there is data for each objective. */
  void requireData(RankerDataOptions data) {
    if (contrast.isPresent() && !data.hasPairs()) {
      throw new IllegalArgumentException("contrast needs " + RankerDataOptions.PAIR_KEYS);
    }
    if (ranking.isPresent() && data.judged().isEmpty()) {
      throw new IllegalArgumentException("ranking needs data.judged");
    }
  }
}
