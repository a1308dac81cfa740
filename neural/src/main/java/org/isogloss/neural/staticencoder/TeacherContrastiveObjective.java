// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;

/**
 * Trains the vector of a text to be closer to the teacher's vector of the same text than to those
 * of the other texts of the batch: {@link DistillationLoss#contrastiveLoss}.
 */
final class TeacherContrastiveObjective implements Objective<TeacherBatches.Batch> {
  private final StaticEncoderModel model;
  private final TeacherVectors teacher;
  private final DistillationLoss loss;

  TeacherContrastiveObjective(StaticEncoderModel model, TeacherVectors teacher, double scale) {
    this.model = model;
    this.teacher = teacher;
    this.loss = new DistillationLoss(DistillationLoss.Measure.COSINE, scale);
  }

  @Override
  public Tensor loss(TeacherBatches.Batch batch) {
    return loss.contrastiveLoss(
        model.encode(batch.texts()),
        teacher.vectors().index_select(0, Tensors.longTensor(batch.rows())),
        Tensors.longTensor(batch.keys()));
  }
}
