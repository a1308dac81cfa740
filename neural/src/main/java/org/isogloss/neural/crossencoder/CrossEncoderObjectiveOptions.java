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
 * What is asked of a cross-encoder: one thing or several.
 *
 * @param translation to know a sentence's translation from other sentences
 * @param relevance to know a query's passage from those that were judged lower
 * @param pairs to know of each judged passage by itself whether it is relevant
 * @param tlm to guess masked pieces of a sentence and its translation
 * @param distillation to give the scores that a teacher gives
 * @param mix whether several are summed in every step, or take turns
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
   * @param negatives what stands against a translation
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
   * @param lower how many passages stand against each better one
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
   * Judged passages, each by itself and once in a round: binary cross-entropy (Chen et al. 2020,
   * equations 2 and 4).
   */
  public record PairClassification(@Default("1") double weight) {
    public PairClassification {
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Distillation, on judged passages where there are any, else on translations.
   *
   * @param teacher folder of a cross-encoder with the same vocabulary
   * @param loss what is compared: {@code mse} of scores, {@code cosine} or {@code kl} of a query's
   *     row of scores
   * @param scale for {@code kl}: what scores are multiplied by
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

  /** That there is data for each. */
  void requireData(RankerDataOptions data) {
    if (Stream.of(translation, tlm).anyMatch(Optional::isPresent) && !data.hasPairs()) {
      throw new IllegalArgumentException(
          "translation and tlm need data.bitext or data.documentation");
    }
    if ((relevance.isPresent() || pairs.isPresent()) && data.judged().isEmpty()) {
      throw new IllegalArgumentException("relevance and pairs need data.judged");
    }
  }
}
