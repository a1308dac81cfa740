// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.function.IntFunction;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Role;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.text.Encoding;

/**
 * A model whose ranking of the passages of a batch by late interaction is learned: the
 * Kullback-Leibler divergence of the distribution of the student over all passages of the batch,
 * for each query, from that of the teacher (Hinton et al. 2015). Its tokenizer may be another one.
 */
final class RankingTeacher implements AutoCloseable {
  private static final DistillationLoss DIVERGENCE =
      new DistillationLoss(DistillationLoss.Measure.KL, 1);

  private final PretrainedModel model;
  private final BiEncoderObjectiveOptions.RankingDistillation options;
  private final IntFunction<String> texts;
  private final int maxLength;
  private final LateInteractionScorer scorer;

  private RankingTeacher(
      PretrainedModel model,
      BiEncoderObjectiveOptions.RankingDistillation options,
      IntFunction<String> texts,
      BiEncoderRecipe recipe) {
    this.model = model;
    this.options = options;
    this.texts = texts;
    this.maxLength = recipe.batches().maxLength(model.encodingSettings());
    this.scorer =
        new LateInteractionScorer(
            model,
            new LateInteractionStatistics(
                LateInteractionScorer.requireTables(model, "objectives.ranking.distillation"),
                texts),
            recipe.compute().bf16());
  }

  /**
   * Opens a teacher.
   *
   * @param texts returns a judged query or passage by its number
   * @throws org.isogloss.neural.TrainingException if the model has no tables of late interaction
   */
  static RankingTeacher open(
      BiEncoderObjectiveOptions.RankingDistillation options,
      IntFunction<String> texts,
      BiEncoderRecipe recipe) {
    PretrainedModel model =
        PretrainedModel.open(recipe.model().forTeacher(options.teacher()), recipe.compute());
    try {
      model.folder().requireNoDense("late interaction");
      return new RankingTeacher(model, options, texts, recipe);
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
  }

  /** The weight of the divergence, relative to the contrastive loss. */
  double weight() {
    return options.weight();
  }

  /**
   * Computes the divergence of scores from those of the teacher.
   *
   * @param student scores of each query with the better, then the worse passages, {@code [n, 2 n]},
   *     scaled as for a softmax
   * @return a scalar, the mean over the queries
   */
  Tensor divergence(List<JudgedTriple> triples, Tensor student) {
    return DIVERGENCE.loss(student, scores(triples).mul(new Scalar(options.scale())));
  }

  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  private Tensor scores(List<JudgedTriple> triples) {
    List<JudgedTriple> read = triples.parallelStream().map(this::encode).toList();
    try (NoGradGuard guard = new NoGradGuard()) {
      return scorer.scores(read);
    }
  }

  /** Encodes the same texts as tokens of the teacher. */
  private JudgedTriple encode(JudgedTriple triple) {
    return new JudgedTriple(
        encode(triple.queryKey(), Role.QUERY),
        encode(triple.positiveKey(), Role.PASSAGE),
        encode(triple.negativeKey(), Role.PASSAGE),
        triple.gradeDifference(),
        triple.queryKey(),
        triple.positiveKey(),
        triple.negativeKey(),
        triple.relevant(),
        triple.languages());
  }

  private Encoding encode(int text, Role role) {
    return model.encode(texts.apply(text), role, maxLength);
  }

  @Override
  public void close() {
    model.close();
  }
}
