package org.isogloss.neural.biencoder;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.loss.InBatchNegatives;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * What is asked of a bi-encoder: one thing or several.
 *
 * @param contrast of translations with the other sentences of their batch
 * @param ranking of a query's passage before the batch's other passages and one that was judged
 *     lower
 * @param interaction the same by late interaction: of vectors of pieces, as a re-ranker compares
 *     them
 * @param triplet the graded triplet loss
 * @param mlm to guess masked pieces of a sentence
 * @param tlm to guess masked pieces of a sentence and its translation, read together
 * @param distillation to give the vectors that a teacher gives; where it is summed with {@code
 *     contrast}, both look at the same pairs
 * @param mix whether several are summed in every step, or take turns
 */
public record BiEncoderObjectiveOptions(
    Optional<Contrast> contrast,
    Optional<Ranking> ranking,
    Optional<LateInteraction> interaction,
    Optional<Triplet> triplet,
    Optional<LanguageModelOptions> mlm,
    Optional<LanguageModelOptions> tlm,
    Optional<TeacherDistillation> distillation,
    @Default("sum") TrainingTasks.Combination mix) {
  /**
   * InfoNCE on pairs of translations.
   *
   * @param negatives which sentences stand against a translation
   * @param scale what cosines are multiplied by: the inverse of the temperature
   * @param cached whether gradients are cached, so that a large batch needs the memory of a chunk;
   *     texts are then run twice
   */
  public record Contrast(
      @Default("other-side") InBatchNegatives negatives,
      @Default("20") double scale,
      @Default("false") boolean cached,
      @Default("1") double weight) {
    public Contrast {
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * InfoNCE on queries and passages: a query's better passage stands against all other passages of
   * the batch, its own worse one among them.
   *
   * @param scale what cosines are multiplied by
   * @param cached as for {@link Contrast}
   */
  public record Ranking(
      @Default("20") double scale, @Default("false") boolean cached, @Default("1") double weight) {
    public Ranking {
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * InfoNCE on queries and passages that are compared piece by piece, with the tables of the base
   * ({@link org.isogloss.modelio.LateInteractionTables}): what {@code runtime.LateInteraction}
   * scores by.
   *
   * @param scale what scores are multiplied by
   */
  public record LateInteraction(@Default("30") double scale, @Default("1") double weight) {
    public LateInteraction {
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * The graded triplet loss.
   *
   * @param eta margin for each grade that one passage is better than the other
   */
  public record Triplet(@Default("0.1") double eta, @Default("1") double weight) {
    public Triplet {
      RecipeChecks.requirePositive("eta", eta);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Distillation.
   *
   * @param teacher folder of the model that shows how
   * @param loss what is compared
   * @param scale for {@code kl} and for the contrast: what cosines are multiplied by
   * @param contrast weight of contrast with the vectors that the teacher gives the batch's other
   *     pairs; 0 for none
   * @param bank of texts that every text is to be as near to as it is for the teacher
   */
  public record TeacherDistillation(
      Path teacher,
      @Default("cosine") DistillationLoss.Measure loss,
      @Default("20") double scale,
      @Default("0") double contrast,
      Optional<MemoryBank> bank,
      @Default("1") double weight) {
    public TeacherDistillation {
      RecipeChecks.requireInRange("contrast", contrast, 0, 1e9);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * A memory bank (Fang et al. 2021, equations 3 to 6; theirs is a queue): the teacher reads texts
   * of the corpus once, before the first step. The student's distribution over the cosines of its
   * vector with theirs, and with those of the batch, is to be the teacher's.
   *
   * @param texts how many
   * @param scale what cosines are multiplied by
   */
  public record MemoryBank(
      @Default("4096") int texts, @Default("50") double scale, @Default("1") double weight) {
    public MemoryBank {
      RecipeChecks.requireAtLeast("texts", texts, 1);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  public BiEncoderObjectiveOptions {
    if (Stream.of(contrast, ranking, interaction, triplet, mlm, tlm, distillation)
        .allMatch(Optional::isEmpty)) {
      throw new IllegalArgumentException(
          "objectives is empty, expected one or more of contrast, ranking, interaction, triplet,"
              + " mlm, tlm, distillation");
    }
  }

  /** That there is data for each. */
  void requireData(RankerDataOptions data) {
    if (Stream.of(contrast, mlm, tlm, distillation).anyMatch(Optional::isPresent)
        && !data.hasPairs()) {
      throw new IllegalArgumentException(
          "contrast, mlm, tlm and distillation need data.bitext or data.documentation");
    }
    if (Stream.of(ranking, interaction, triplet).anyMatch(Optional::isPresent)
        && data.judged().isEmpty()) {
      throw new IllegalArgumentException("ranking, interaction and triplet need data.judged");
    }
  }
}
