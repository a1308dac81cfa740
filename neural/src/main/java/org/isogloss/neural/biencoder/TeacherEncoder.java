package org.isogloss.neural.biencoder;

import java.nio.file.Path;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Role;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.head.PoolingHead;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.ranker.PretrainedModel;
import org.isogloss.text.Encoding;

/** A bi-encoder that shows another which vectors texts should have. */
final class TeacherEncoder implements AutoCloseable {
  private final PretrainedModel base;
  private final BiEncoder encoder;

  private TeacherEncoder(PretrainedModel base, BiEncoder encoder) {
    this.base = base;
    this.encoder = encoder;
  }

  /** Opens the folder of a teacher, with its own prefixes and pooling. */
  static TeacherEncoder open(Path folder, BiEncoderRecipe recipe) {
    PretrainedModel base =
        PretrainedModel.open(recipe.model().forTeacher(folder), recipe.compute());
    return new TeacherEncoder(
        base,
        new BiEncoder(
            base.transformer(),
            new PoolingHead(base.encodingSettings().pooling()),
            recipe.compute().bf16(),
            recipe.batches().chunk()));
  }

  /**
   * That its vectors can be compared with a student's.
   *
   * @throws TrainingException if not
   */
  void requireCompatible(BiEncoderObjectiveOptions.TeacherDistillation options, int studentWidth) {
    int width = base.transformer().config().hiddenSize();
    boolean byNeighbours =
        options.loss() == DistillationLoss.Measure.KL
            && options.contrast() == 0
            && options.bank().isEmpty();
    if (!byNeighbours && width != studentWidth) {
      throw new TrainingException(
          "objectives.distillation: the teacher's vectors have "
              + width
              + " numbers, the student's "
              + studentWidth
              + ": only loss: kl without contrast and bank compares these");
    }
  }

  /** A text as it reads it, with its own prefixes. */
  Encoding encode(String text, Role role) {
    return base.encode(text, role);
  }

  /** Unit vectors {@code [texts, width]}, without gradients. */
  Tensor vectors(List<Encoding> texts) {
    return encoder.vectors(texts);
  }

  @Override
  public void close() {
    base.close();
  }
}
