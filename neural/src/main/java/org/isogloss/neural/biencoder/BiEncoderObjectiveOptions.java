// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.loss.InBatchNegatives;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.ranker.LanguageModelOptions;
import org.isogloss.neural.ranker.RankerDataOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.FormerKey;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The objectives of a bi-encoder, one or more.
 *
 * @param contrast contrastive loss of translations, with in-batch negatives
 * @param ranking contrastive loss of queries and judged passages, with in-batch and hard negatives
 * @param interaction the same loss with scores of late interaction, that is, of token vectors, as a
 *     re-ranker computes them
 * @param triplet the graded triplet loss
 * @param mlm masked language modelling of sentences
 * @param tlm translation language modelling: a sentence and its translation are encoded together
 * @param distillation distillation of a teacher's vectors; if it is summed with {@code contrast},
 *     both use the same pairs
 * @param adversary a discriminator of languages and the encoder as its adversary; they take turns
 *     with the other objectives, of which there must be one
 * @param mix whether the other objectives are summed in every step, or alternate
 */
public record BiEncoderObjectiveOptions(
    Optional<Contrast> contrast,
    Optional<Ranking> ranking,
    Optional<LateInteraction> interaction,
    Optional<Triplet> triplet,
    Optional<LanguageModelOptions> mlm,
    Optional<LanguageModelOptions> tlm,
    Optional<TeacherDistillation> distillation,
    Optional<AdversaryOptions> adversary,
    @Default("sum") TrainingTasks.Combination mix) {
  /**
   * InfoNCE on pairs of translations.
   *
   * @param negatives which sentences are negatives
   * @param scale factor of the cosines: the inverse of the temperature
   * @param cached whether gradients are cached, so that a large batch needs only the memory of a
   *     chunk; each text is then encoded twice
   * @param weight weight of the loss
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
   * InfoNCE on queries and passages: all other passages of the batch, including the hard negative
   * of the query, are negatives for a query.
   *
   * @param queries number of queries of a batch, each with a relevant passage and a hard negative;
   *     0 for as many as there are pairs in a batch of pairs
   * @param scale factor of the cosines
   * @param cached as for {@link Contrast}
   * @param distillation a teacher whose ranking is learned too
   * @param weight weight of the sum of both losses
   */
  public record Ranking(
      @Default("0") int queries,
      @Default("20") double scale,
      @Default("false") boolean cached,
      Optional<RankingDistillation> distillation,
      @Default("1") double weight) {
    public Ranking {
      RecipeChecks.requireAtLeast("queries", queries, 0);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Listwise distillation of a ranking by late interaction: the divergence of the distribution over
   * the passages of the batch, for each query, from that of the teacher.
   *
   * @param teacher a model folder with tables of late interaction ({@link
   *     org.isogloss.modelio.LateInteractionTables})
   * @param scale factor of the teacher's scores
   * @param weight weight of the divergence, relative to the contrastive loss
   */
  public record RankingDistillation(
      Path teacher, @Default("30") double scale, @Default("1") double weight) {
    public RankingDistillation {
      requireNonNull(teacher, "teacher is null");
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * InfoNCE on queries and passages that are compared token by token, with the tables of the base
   * model ({@link org.isogloss.modelio.LateInteractionTables}), as {@code runtime.LateInteraction}
   * scores them.
   *
   * @param queries as for {@link Ranking}
   * @param scale factor of the scores
   * @param weight weight of the loss
   */
  public record LateInteraction(
      @Default("0") int queries, @Default("30") double scale, @Default("1") double weight) {
    public LateInteraction {
      RecipeChecks.requireAtLeast("queries", queries, 0);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * The graded triplet loss.
   *
   * @param eta margin per grade of difference between two passages
   * @param weight weight of the loss
   */
  public record Triplet(@Default("0.1") double eta, @Default("1") double weight) {
    public Triplet {
      RecipeChecks.requirePositive("eta", eta);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Distillation from a teacher.
   *
   * @param teacher model folder of the teacher
   * @param loss how the vectors are compared
   * @param scale for {@code kl} and for the contrastive loss: factor of the cosines
   * @param contrast weight of the contrastive loss with the teacher's vectors of the other pairs of
   *     the batch; 0 for none
   * @param sources fraction of the texts that the teacher reads itself, such as the English side of
   *     a pair, which the student encodes too: 1 for all, 0 for none, so that their vectors may
   *     change unnoticed. With less than 1, the negatives of {@code contrast} are the teacher's
   *     vectors of all encoded texts
   * @param cache number of texts whose vectors by the teacher are kept, 4 bytes for each number of
   *     a vector, so that it does not encode a text again that occurs in several pairs; 0 for none.
   *     With bf16, a cached vector has the rounding of the batch in which the text occurred first,
   *     and a resumed training that of another one
   * @param memoryBank texts whose similarities to every text are distilled
   * @param romanization texts in other scripts whose form in Latin letters is taught too
   * @param weight weight of the loss
   */
  public record TeacherDistillation(
      Path teacher,
      @Default("cosine") DistillationLoss.Measure loss,
      @Default("20") double scale,
      @Default("0") double contrast,
      @Default("1") double sources,
      @Default("0") int cache,
      @FormerKey("bank") Optional<MemoryBank> memoryBank,
      Optional<Romanization> romanization,
      @Default("1") double weight) {
    private static final int MAX_CACHED_TEXTS = 100_000_000;

    public TeacherDistillation {
      RecipeChecks.requireInRange("contrast", contrast, 0, 1e9);
      RecipeChecks.requireInRange("sources", sources, 0, 1);
      RecipeChecks.requireInRange("cache", cache, 0, MAX_CACHED_TEXTS);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * A memory bank (Fang et al. 2021, equations 3 to 6; their bank is a queue): the teacher encodes
   * texts of the corpus once, before the first step. The student learns the teacher's distribution
   * over the cosines of a text with the texts of the bank and of the batch.
   *
   * @param texts number of texts
   * @param scale factor of the cosines
   * @param hubness weight of the {@link org.isogloss.neural.loss.HubnessPenalty} of the bank; 0 for
   *     none
   * @param weight weight of the loss
   */
  public record MemoryBank(
      @Default("4096") int texts,
      @Default("50") double scale,
      @Default("0") double hubness,
      @Default("1") double weight) {
    public MemoryBank {
      RecipeChecks.requireAtLeast("texts", texts, 1);
      RecipeChecks.requireInRange("hubness", hubness, 0, 1e9);
      RecipeChecks.requirePositive("scale", scale);
      RecipeChecks.requirePositive("weight", weight);
    }
  }

  /**
   * Romanized texts: the student reads a text in Latin letters and learns the teacher's vectors of
   * the text in its own script, that of the whole text and those of its words.
   *
   * @param texts number of texts of a batch, which is drawn beside that of the pairs
   * @param groups number of language pairs from which these texts are drawn
   * @param words weight of the losses of words, relative to the same losses of texts; 0 for none
   * @param weight weight of the sum of these losses
   */
  public record Romanization(
      @Default("64") int texts,
      @Default("16") int groups,
      @Default("1") double words,
      @Default("1") double weight) {
    public Romanization {
      RecipeChecks.requireAtLeast("texts", texts, 2);
      RecipeChecks.requireInRange("groups", groups, 1, texts);
      RecipeChecks.requireInRange("words", words, 0, 1e9);
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
    boolean sharesPairs = contrast.isPresent() && mix == TrainingTasks.Combination.SUM;
    if (sharesPairs && distillation.map(TeacherDistillation::sources).orElse(1.0) < 1) {
      throw new IllegalArgumentException(
          "contrast needs both texts of a pair, but distillation.sources is "
              + distillation.orElseThrow().sources()
              + ": remove contrast or sources, or set mix to alternate");
    }
  }

  /** Returns whether a loss compares the vectors of tokens or words, not only those of texts. */
  boolean computesTokenVectors() {
    return interaction.isPresent()
        || distillation.flatMap(TeacherDistillation::romanization).isPresent();
  }

  /** Checks that there is data for each objective. */
  void requireData(RankerDataOptions data) {
    if (Stream.of(contrast, mlm, tlm, distillation).anyMatch(Optional::isPresent)
        && !data.hasPairs()) {
      throw new IllegalArgumentException(
          "contrast, mlm, tlm and distillation need " + RankerDataOptions.PAIR_KEYS);
    }
    if (data.monolingual().isPresent()
        && (distillation.isEmpty() || contrast.isPresent() || tlm.isPresent())) {
      throw new IllegalArgumentException(
          "data.monolingual needs distillation without contrast and tlm, for which a text would be"
              + " its own translation");
    }
    if (adversary.isPresent() && adversary.get().texts().isEmpty() && !data.hasPairs()) {
      throw new IllegalArgumentException(
          "adversary needs texts, or " + RankerDataOptions.PAIR_KEYS);
    }
    if (Stream.of(ranking, interaction, triplet).anyMatch(Optional::isPresent)
        && data.judged().isEmpty()) {
      throw new IllegalArgumentException("ranking, interaction and triplet need data.judged");
    }
  }
}
