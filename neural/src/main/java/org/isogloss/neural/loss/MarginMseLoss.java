// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Tensor;

/**
 * Distillation of the teacher's margins between a relevant passage and others (Hofstätter et al.
 * 2020, equation 4): the mean squared difference from the student's. The scores of the two may have
 * different offsets.
 */
public final class MarginMseLoss {
  private MarginMseLoss() {}

  /**
   * Computes the loss.
   *
   * @param student scores of the passages of each query, the relevant one first, {@code [queries,
   *     passages]}
   * @param teacher the teacher's scores, of the same shape; no gradient flows to them
   * @return a scalar, the mean over all pairs of a relevant passage and another one
   */
  public static Tensor loss(Tensor student, Tensor teacher) {
    return margins(student).sub(margins(teacher.detach())).square().mean();
  }

  private static Tensor margins(Tensor scores) {
    return scores.narrow(1, 0, 1).sub(scores.narrow(1, 1, scores.size(1) - 1));
  }
}
