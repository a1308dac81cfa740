// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** Returns the scores, {@code [examples, 1 + negatives]}; those of the positives come first. */
  Tensor scores(BiclaBatch batch) {
    int candidates = 1 + batch.negatives();
    int examples = batch.examples().size();
    List<WordSequence> sentences = new ArrayList<>();
    batch.examples().forEach(example -> sentences.add(example.first()));
    int[] first = new int[examples * candidates];
    int[] second = new int[first.length];
    for (int i = 0; i < examples; i++) {
      BiclaBatch.Example example = batch.examples().get(i);
      for (int k = 0; k < candidates; k++) {
        first[i * candidates + k] = i;
        second[i * candidates + k] = sentences.size();
        sentences.add(k == 0 ? example.second() : example.negatives().get(k - 1));
      }
    }
    TokenStates states = network.encode(sentences);
    return network.scores(states.select(first), states.select(second)).view(examples, candidates);
  }

  /** Returns the hinge loss of each negative, {@code [examples, negatives]}. */
  Tensor hinge(BiclaBatch batch) {
    Tensor scores = scores(batch);
    Tensor positive = scores.narrow(1, 0, 1);
    Tensor negative = scores.narrow(1, 1, batch.negatives());
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
