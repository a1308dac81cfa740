package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.CandidateLoss;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.Objectives;
import org.isogloss.neural.ranker.MaskedPlan;
import org.isogloss.neural.ranker.RankerData;

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
public record CrossEncoderObjectives(
    Optional<Translation> translation,
    Optional<Relevance> relevance,
    Optional<Pairs> pairs,
    Optional<MaskedPlan> tlm,
    Optional<Distilled> distillation,
    @Default("sum") Objectives.Mix mix) {
  /**
   * Ranking of translations.
   *
   * @param loss how scores are compared
   * @param margin of the hinge loss
   * @param negatives what stands against a translation
   */
  public record Translation(
      @Default("bce") CandidateLoss.Kind loss,
      @Default("1") double margin,
      NegativePlan negatives,
      @Default("1") double weight) {
    public Translation {
      Checks.positive("margin", margin);
      Checks.positive("weight", weight);
    }
  }

  /**
   * Ranking of judged passages.
   *
   * @param loss how scores are compared
   * @param margin of the hinge loss
   * @param lower how many passages stand against each better one
   */
  public record Relevance(
      @Default("bce") CandidateLoss.Kind loss,
      @Default("1") double margin,
      @Default("3") int lower,
      @Default("1") double weight) {
    public Relevance {
      Checks.positive("margin", margin);
      Checks.atLeast("lower", lower, 1);
      Checks.positive("weight", weight);
    }
  }

  /**
   * Judged passages, each by itself and once in a round: binary cross-entropy (Chen et al. 2020,
   * equations 2 and 4).
   */
  public record Pairs(@Default("1") double weight) {
    public Pairs {
      Checks.positive("weight", weight);
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
  public record Distilled(
      Path teacher,
      @Default("mse") Distillation.Measure loss,
      @Default("1") double scale,
      NegativePlan negatives,
      @Default("1") double weight) {
    public Distilled {
      Checks.positive("scale", scale);
      Checks.positive("weight", weight);
    }
  }

  public CrossEncoderObjectives {
    if (Stream.of(translation, relevance, pairs, tlm, distillation).allMatch(Optional::isEmpty)) {
      throw new IllegalArgumentException(
          "objectives is empty, expected one or more of translation, relevance, pairs, tlm,"
              + " distillation");
    }
  }

  /** That there is data for each. */
  void requireData(RankerData data) {
    if (Stream.of(translation, tlm).anyMatch(Optional::isPresent) && !data.hasPairs()) {
      throw new IllegalArgumentException(
          "translation and tlm need data.bitext or data.documentation");
    }
    if ((relevance.isPresent() || pairs.isPresent()) && data.judged().isEmpty()) {
      throw new IllegalArgumentException("relevance and pairs need data.judged");
    }
  }
}
