// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.neural.bicla.BiclaRecipe.ObjectiveOptions.Regulariser;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;

/**
 * The contrastive loss of section 3.1 with regularisation:
 *
 * <pre>J_MIN = sum over positives i and their negatives k of
 *             max(0, epsilon - (r(S1_i, S2_i) - r(S1_i, S2_k)))  +  lambda ||Omega||</pre>
 *
 * <p>Equation 7 is printed without the maximum and with only half of the negatives. Without the
 * maximum the loss would be linear in the scores, the margin epsilon would be a constant without
 * effect, and training would push scores to their limits even where the order is right; the text
 * calls epsilon a margin and speaks of K negatives for each positive. So this is read as a hinge
 * loss over all K negatives. The regulariser is printed as {@code lambda ||Omega||_2}: the norm of
 * all parameters, not its square, and is computed in this form by default; its gradient has the
 * length lambda whatever the size of the parameters. The code that the authors released has {@code
 * lambda / 2 ||Omega||^2} instead, and counts the parameters of a shared encoder twice, those of
 * its reduction and of the second sentence's attention not at all; {@link Regulariser#SQUARED_NORM}
 * counts each once. The sum is over the positives of a batch.
 */
final class BiclaObjective implements Objective<BiclaBatch> {
  private final BiclaNetwork network;
  private final BiclaRecipe.ObjectiveOptions options;

  BiclaObjective(BiclaNetwork network, BiclaRecipe.ObjectiveOptions options) {
    this.network = network;
    this.options = options;
  }

  double margin() {
    return options.margin();
  }

  /**
   * The sentences of a batch, of which every first one is scored with every second one of its
   * group. A group is an example, or the whole batch if examples share their negatives.
   */
  private static final class Comparisons {
    private final BiclaBatch batch;
    private final int groups;
    private final int firsts;
    private final int seconds;

    Comparisons(BiclaBatch batch) {
      this.batch = batch;
      int examples = batch.examples().size();
      groups = batch.inBatch() ? 1 : examples;
      firsts = examples / groups;
      seconds = firsts * (1 + batch.negatives());
    }

    List<WordSequence> firstSentences() {
      return batch.examples().stream().map(BiclaBatch.Example::first).toList();
    }

    /** Returns the translation and the negatives of each example in turn. */
    List<WordSequence> secondSentences() {
      List<WordSequence> sentences = new ArrayList<>();
      for (BiclaBatch.Example example : batch.examples()) {
        sentences.add(example.second());
        sentences.addAll(example.negatives());
      }
      return sentences;
    }

    /** Returns the positions of the translations among the scores. */
    long[] positives() {
      long[] positions = new long[groups * firsts];
      for (int i = 0; i < positions.length; i++) {
        positions[i] = (long) i * seconds + (long) (i % firsts) * (1 + batch.negatives());
      }
      return positions;
    }

    /**
     * Returns the positions of the negatives among the scores, and for each the example that it is
     * compared with. Sentences that equal its translation are not among them, nor the translations
     * of first sentences that equal its own.
     */
    long[][] negatives() {
      LongStream.Builder positions = LongStream.builder();
      LongStream.Builder positives = LongStream.builder();
      List<WordSequence> sentences = secondSentences();
      int own = batch.negatives();
      for (int i = 0; i < batch.examples().size(); i++) {
        int firstOfGroup = i / firsts * seconds;
        BiclaBatch.Example example = batch.examples().get(i);
        for (int j = 0; j < seconds; j++) {
          BiclaBatch.Example owner = batch.examples().get((firstOfGroup + j) / (1 + own));
          boolean translation =
              haveEqualWords(sentences.get(firstOfGroup + j), example.second())
                  || (j % (1 + own) == 0 && haveEqualWords(owner.first(), example.first()));
          if (!translation) {
            positions.add((long) i * seconds + j);
            positives.add(i);
          }
        }
      }
      return new long[][] {positions.build().toArray(), positives.build().toArray()};
    }

    private static boolean haveEqualWords(WordSequence a, WordSequence b) {
      return Arrays.equals(a.rows(), b.rows());
    }
  }

  /** Returns the hinge loss of each negative, {@code [negatives of all examples]}. */
  Tensor hinge(BiclaBatch batch) {
    Comparisons comparisons = new Comparisons(batch);
    BiclaNetwork.PairStates states =
        network.encode(comparisons.firstSentences(), comparisons.secondSentences());
    Tensor scores = network.scores(states.first(), states.second(), comparisons.groups).reshape(-1);
    long[][] negatives = comparisons.negatives();
    Tensor positive =
        scores
            .index_select(0, onDevice(comparisons.positives()))
            .index_select(0, onDevice(negatives[1]));
    Tensor negative = scores.index_select(0, onDevice(negatives[0]));
    return torch.relu(negative.sub(positive).add(new Scalar(margin())));
  }

  private Tensor onDevice(long[] positions) {
    return Tensors.longTensor(positions, network.device());
  }

  @Override
  public Tensor loss(BiclaBatch batch) {
    Tensor sum = hinge(batch).sum();
    return options.regularisation() == 0 ? sum : sum.add(penalty(network.squaredNorm()));
  }

  /** Returns the regularisation of parameters with a squared norm. */
  private Tensor penalty(Tensor squaredNorm) {
    return switch (options.regulariser()) {
      case NORM -> squaredNorm.sqrt().mul(Tensors.scalar(options.regularisation()));
      case SQUARED_NORM -> squaredNorm.mul(Tensors.scalar(options.regularisation() / 2));
    };
  }

  /** Reports the mean hinge loss of a negative and the norm of the parameters as parts. */
  @Override
  public LossValues backward(BiclaBatch batch, double weight) {
    Tensor hinge = hinge(batch);
    Tensor squaredNorm = network.squaredNorm();
    Tensor total = hinge.sum().add(penalty(squaredNorm));
    total.mul(Tensors.scalar(weight)).backward();
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("hinge", hinge.mean().item_double());
    parts.put("norm", Math.sqrt(squaredNorm.item_double()));
    return new LossValues(total.item_double(), parts);
  }
}
