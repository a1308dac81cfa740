// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.neural.bicla.PackedSequences.TokenStates;
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
 * all parameters, not its square, and is computed in this form; its gradient has the length lambda
 * whatever the size of the parameters. The sum is over the positives of a batch.
 */
final class BiclaObjective implements Objective<BiclaBatch> {
  private final BiclaNetwork network;
  private final double margin;
  private final double regularisation;

  /**
   * Creates an objective.
   *
   * @param margin epsilon, above 0
   * @param regularisation lambda, 0 or more
   */
  BiclaObjective(BiclaNetwork network, double margin, double regularisation) {
    this.network = network;
    this.margin = margin;
    this.regularisation = regularisation;
  }

  double margin() {
    return margin;
  }

  /** The pairs of a batch that are compared: sentences, and the positives and their negatives. */
  private static final class Comparisons {
    private final List<WordSequence> sentences = new ArrayList<>();
    private final IntStream.Builder first = IntStream.builder();
    private final IntStream.Builder second = IntStream.builder();
    private final IntStream.Builder positives = IntStream.builder();
    private final int examples;

    /** Lists the positives first, then the negatives, each with the index of its positive. */
    Comparisons(BiclaBatch batch) {
      examples = batch.examples().size();
      batch.examples().forEach(example -> sentences.add(example.first()));
      batch.examples().forEach(example -> sentences.add(example.second()));
      for (int i = 0; i < examples; i++) {
        first.add(i);
        second.add(examples + i);
      }
      for (BiclaBatch.Example example : batch.examples()) {
        sentences.addAll(example.negatives());
      }
      int own = batch.negatives();
      for (int i = 0; i < examples; i++) {
        for (int j = examples; j < sentences.size(); j++) {
          boolean ownNegative = j >= 2 * examples && (j - 2 * examples) / Math.max(1, own) == i;
          if (ownNegative || (batch.inBatch() && !isTranslation(batch.examples().get(i), j, i))) {
            first.add(i);
            second.add(j);
            positives.add(i);
          }
        }
      }
    }

    private boolean isTranslation(BiclaBatch.Example example, int sentence, int index) {
      return sentence == examples + index
          || Arrays.equals(sentences.get(sentence).rows(), example.second().rows());
    }
  }

  /** Returns the hinge loss of each negative, {@code [negatives of all examples]}. */
  Tensor hinge(BiclaBatch batch) {
    Comparisons comparisons = new Comparisons(batch);
    TokenStates states = network.encode(comparisons.sentences);
    int[] first = comparisons.first.build().toArray();
    int[] second = comparisons.second.build().toArray();
    Tensor scores = network.scores(states, first, second);
    Tensor positive =
        scores.index_select(0, Tensors.longTensor(comparisons.positives.build().toArray()));
    Tensor negative =
        scores.narrow(0, comparisons.examples, first.length - (long) comparisons.examples);
    return torch.relu(negative.sub(positive).add(new Scalar(margin)));
  }

  @Override
  public Tensor loss(BiclaBatch batch) {
    Tensor sum = hinge(batch).sum();
    return regularisation == 0 ? sum : sum.add(network.norm().mul(Tensors.scalar(regularisation)));
  }

  /** Reports the mean hinge loss of a negative and the norm of the parameters as parts. */
  @Override
  public LossValues backward(BiclaBatch batch, double weight) {
    Tensor hinge = hinge(batch);
    Tensor norm = network.norm();
    Tensor total = hinge.sum().add(norm.mul(Tensors.scalar(regularisation)));
    total.mul(Tensors.scalar(weight)).backward();
    Map<String, Double> parts = new LinkedHashMap<>();
    parts.put("hinge", hinge.mean().item_double());
    parts.put("norm", norm.item_double());
    return new LossValues(total.item_double(), parts);
  }
}
