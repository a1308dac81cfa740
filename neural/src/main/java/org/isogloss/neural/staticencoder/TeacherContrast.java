package org.isogloss.neural.staticencoder;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.Objective;
import org.isogloss.neural.Tensors;

/**
 * A text is to lie nearer to the teacher's vector of it than to those of the batch's other texts:
 * {@link Distillation#contrast}.
 */
final class TeacherContrast implements Objective<TeacherBatches.Batch> {
  private final StaticEncoderModel model;
  private final TeacherVectors teacher;
  private final Distillation loss;

  TeacherContrast(StaticEncoderModel model, TeacherVectors teacher, double scale) {
    this.model = model;
    this.teacher = teacher;
    this.loss = new Distillation(Distillation.Measure.COSINE, scale);
  }

  @Override
  public Tensor loss(TeacherBatches.Batch batch) {
    return loss.contrast(
        model.encode(batch.texts()),
        teacher.vectors().index_select(0, Tensors.ids(batch.rows())),
        Tensors.ids(batch.keys()));
  }
}
