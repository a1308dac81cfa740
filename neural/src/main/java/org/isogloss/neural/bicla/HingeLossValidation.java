// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.Validation;

/**
 * The mean hinge loss of held-out pairs and their negatives, the criterion of the paper. The score
 * is the negated loss. The details have the share of negatives with a lower score than the
 * translation.
 */
final class HingeLossValidation implements Validation {
  private final BiclaObjective objective;
  private final List<BiclaBatch> batches;

  /**
   * Creates a validation on one epoch of batches.
   *
   * @param pairs number of held-out pairs, 1 or more
   */
  HingeLossValidation(BiclaObjective objective, BiclaBatches batches, int pairs) {
    this.objective = objective;
    this.batches = new ArrayList<>();
    for (int seen = 0; seen < pairs; ) {
      BiclaBatch batch = batches.next();
      this.batches.add(batch);
      seen += batch.examples().size();
    }
  }

  // The scopes free the tensors created inside them.
  @SuppressWarnings("try")
  @Override
  public Outcome validate() {
    double hinge = 0;
    double ordered = 0;
    long negatives = 0;
    try (NoGradGuard noGradients = new NoGradGuard()) {
      for (BiclaBatch batch : batches) {
        try (PointerScope scope = new PointerScope()) {
          Tensor losses = objective.hinge(batch);
          hinge += losses.sum().item_double();
          ordered += losses.lt(new Scalar(objective.margin())).sum().item_long();
          negatives += losses.numel();
        }
      }
    }
    return new Outcome(
        -hinge / negatives, Map.of("hinge", hinge / negatives, "ordered", ordered / negatives));
  }
}
