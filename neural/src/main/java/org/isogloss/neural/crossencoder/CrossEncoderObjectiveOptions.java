// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.loss.CandidateLoss;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The objectives of a cross-encoder, one or more.
 *
 * @param translation ranking of the translation of a sentence above other sentences
 * @param relevance ranking of a relevant passage above passages with lower grades
 * @param pairs classification of each judged passage as relevant or not
 * @param tlm translation language modelling: a sentence and its translation are encoded together
 * @param distillation distillation of a teacher's scores
 * @param mix whether objectives are summed in every step, or alternate
 */
public record CrossEncoderObjectiveOptions(
    Optional<TranslationRanking> translation,
    Optional<RelevanceRanking> relevance,
    Optional<PairClassification> pairs,
    Optional<LanguageModelOptions> tlm,
    Optional<TeacherDistillation> distillation,
    @Default("sum") TrainingTasks.Combination mix) {
  /**
   * Ranking of translations.
   *
   * @param loss how scores are compared
   * @param margin of the hinge loss
   * @param negatives how negatives are chosen
   * @param weight weight of the loss
   */
  public record TranslationRanking(
      @Default("bce") CandidateLoss.Kind loss,
      @Default("1") double margin,
      NegativeOptions negatives,
      @Default("1") double weight) {
    public TranslationRanking {
      RecipeChecks.requirePositive("margin", margin);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Ranking of judged passages.
   *
   * @param loss how scores are compared
   * @param margin of the hinge loss
   * @param lower number of passages with lower grades per relevant passage
   * @param weight weight of the loss
   */
  public record RelevanceRanking(
      @Default("bce") CandidateLoss.Kind loss,
      @Default("1") double margin,
      @Default("3") int lower,
      @Default("1") double weight) {
    public RelevanceRanking {
      RecipeChecks.requirePositive("margin", margin);
      RecipeChecks.requireAtLeast("lower", lower, 1);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Classification of judged passages, each once per epoch: binary cross-entropy (Chen et al. 2020,
   * equations 2 and 4).
   *
   * @param weight weight of the loss
   */
  public record PairClassification(@Default("1") double weight) {
    public PairClassification {
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Distillation from a teacher, on judged passages if there are any, else on translations.
   *
   * @param teacher model folder of a cross-encoder with the same vocabulary
   * @param loss how scores are compared: {@code mse} of scores, {@code cosine} or {@code kl} of the
   *     row of scores of a query
   * @param scale for {@code kl}: factor of the scores
   * @param negatives how negatives are chosen
   * @param weight weight of the loss
   */
  public record TeacherDistillation(
      Path teacher,
      @Default("mse") DistillationLoss.Measure loss,
      @Default("1") double scale,
      NegativeOptions negatives,
      @Default("1") double weight) {
    public TeacherDistillation {
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  public CrossEncoderObjectiveOptions {
    if (Stream.of(translation, relevance, pairs, tlm, distillation).allMatch(Optional::isEmpty)) {
      throw new IllegalArgumentException(
          "objectives is empty, expected one or more of translation, relevance, pairs, tlm,"
              + " distillation");
    }
  }

  /** Checks that there is data for each objective. */
  void requireData(RankerDataOptions data) {
    if (Stream.of(translation, tlm).anyMatch(Optional::isPresent) && !data.hasPairs()) {
      throw new IllegalArgumentException("translation and tlm need " + RankerDataOptions.PAIR_KEYS);
    }
    if ((relevance.isPresent() || pairs.isPresent()) && data.judged().isEmpty()) {
      throw new IllegalArgumentException("relevance and pairs need data.judged");
    }
  }
}
