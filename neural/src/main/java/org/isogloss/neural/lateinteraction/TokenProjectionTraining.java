// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.TokenProjection;
import org.isogloss.modelio.TokenQuantization;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.batch.ShuffledBatches;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.torch.Torch;
import org.isogloss.neural.train.Checkpoints;
import org.isogloss.neural.train.Trainer;
import org.isogloss.neural.train.TrainingOptions;

/**
 * Trains a projection of the token vectors of a transformer, which does not change, to fewer
 * dimensions and bits: late interaction of the projected vectors shall rank like that of the
 * vectors themselves, and relevant passages above others. It starts with the principal components
 * in random directions. A training that was stopped resumes from its last checkpoint.
 *
 * @param dimension number of dimensions
 * @param bits bits per dimension of the stored vectors of passages: 1, 2 or 4
 * @param steps number of steps of 16 queries with 28 candidates each
 * @param learningRate initial learning rate of Adam; it decays linearly to 0
 * @param seed seed of all random numbers
 */
public record TokenProjectionTraining(
    int dimension, int bits, long steps, double learningRate, long seed) {
  /** Least number of queries. One of as many is held out for validation. */
  public static final int MIN_QUERIES = 10;

  private static final int BATCH = 16;
  private static final int CANDIDATES = 28;

  /** Number of tokens of a passage that are read; the others are ignored. */
  private static final int MAX_PASSAGE_TOKENS = 200;

  private static final int MAX_QUERY_TOKENS = 64;

  /** Number of passages of which the principal components are computed. */
  private static final int SAMPLED_PASSAGES = 2_000;

  private static final double AVERAGE_DECAY = 0.995;
  private static final int WARM_UP = 50;

  public TokenProjectionTraining {
    if (dimension < 1 || steps < 1) {
      throw new IllegalArgumentException(
          "dimension is " + dimension + ", steps is " + steps + ", expected 1 or more");
    }
    TokenQuantization.step(bits);
  }

  /**
   * Trains a projection.
   *
   * @param tables the tables of the model, without a projection; the teacher's
   * @param data {@value #MIN_QUERIES} or more queries, and {@value #CANDIDATES} or more passages
   *     that are not relevant to them
   * @param checkpointFolder folder of the checkpoints
   * @throws TrainingException if there are too few queries or passages, if the token vectors have
   *     fewer dimensions, or if the listener stops the training
   */
  public TokenProjection train(
      LateInteractionTables tables,
      RelevantPassages data,
      Path checkpointFolder,
      TrainingListener listener) {
    int hidden = tables.dimension();
    if (dimension > hidden) {
      throw new TrainingException(
          "dimension is " + dimension + ", expected at most that of the token vectors, " + hidden);
    }
    try (TokenTable queries = new TokenTable(data.queries(), MAX_QUERY_TOKENS, hidden);
        TokenTable passages = new TokenTable(data.passages(), MAX_PASSAGE_TOKENS, hidden)) {
      List<RankedCandidates> training = new ArrayList<>();
      List<RankedCandidates> heldOut = new ArrayList<>();
      mine(queries, passages, tables, data, training, heldOut);
      if (training.isEmpty() || heldOut.isEmpty()) {
        throw new TrainingException(
            "of "
                + data.queries().size()
                + " queries, "
                + (training.size() + heldOut.size())
                + " have a relevant passage and "
                + CANDIDATES
                + " others, expected "
                + MIN_QUERIES
                + " or more: give larger collections");
      }
      try (TokenProjectionObjective objective =
              new TokenProjectionObjective(
                  queries, passages, tables, bits, principalComponents(passages));
          AdamW adam =
              new AdamW(
                  List.of(new AdamW.Group(objective.parameters(), AdamOptions.of(learningRate))))) {
        var task =
            new TrainingTasks.Task<List<RankedCandidates>>(
                "late interaction", new ShuffledBatches<>(training, BATCH, seed), objective);
        Trainer.of(task, List.of(adam), new Checkpoints(checkpointFolder))
            .options(
                options(),
                new LearningRateSchedule(
                    LearningRateSchedule.Kind.LINEAR, Math.min(WARM_UP, steps / 10), 0.05))
            .validation(objective.validation(heldOut, BATCH))
            .listener(listener)
            .build()
            .run();
        return new TokenProjection(objective.matrix(), hidden);
      }
    }
  }

  private TrainingOptions options() {
    return new TrainingOptions(
        steps,
        1,
        0,
        Math.max(1, steps / 6),
        0,
        180,
        Math.max(1, steps / 30),
        AVERAGE_DECAY,
        0,
        true);
  }

  private void mine(
      TokenTable queries,
      TokenTable passages,
      LateInteractionTables tables,
      RelevantPassages data,
      List<RankedCandidates> training,
      List<RankedCandidates> heldOut) {
    CandidateMiner miner = new CandidateMiner(queries, passages, tables, CANDIDATES);
    Random random = new Random(seed);
    for (int query = 0; query < data.queries().size(); query++) {
      List<RankedCandidates> into = query % MIN_QUERIES == MIN_QUERIES - 1 ? heldOut : training;
      miner.find(query, data.relevant().get(query), random).ifPresent(into::add);
    }
  }

  /** Returns the first principal components in random directions, {@code [dimension, hidden]}. */
  @SuppressWarnings("try") // The scope frees the tensors that are created inside it.
  private Tensor principalComponents(TokenTable passages) {
    Torch.setSeed(seed);
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      int[] sample =
          new Random(seed)
              .ints(0, passages.textCount())
              .distinct()
              .limit(Math.min(SAMPLED_PASSAGES, passages.textCount()))
              .toArray();
      Tensor vectors = passages.rowsOf(sample);
      // Eigenvectors are columns, in ascending order of their eigenvalues.
      Tensor eigenvectors = torch.linalg_eigh(vectors.t().matmul(vectors)).get1();
      Tensor components = eigenvectors.narrow(1, eigenvectors.size(1) - dimension, dimension).t();
      Tensor rotation = torch.linalg_qr(torch.randn(new long[] {dimension, dimension})).get0();
      return Tensors.retain(rotation.matmul(components).contiguous());
    }
  }
}
