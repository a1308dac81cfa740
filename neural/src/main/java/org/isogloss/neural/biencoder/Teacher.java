package org.isogloss.neural.biencoder;

import java.nio.file.Path;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Role;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.ranker.RankerBase;
import org.isogloss.neural.transformer.PoolingHead;
import org.isogloss.text.Encoding;

/** A bi-encoder that shows another which vectors texts should have. */
final class Teacher implements AutoCloseable {
  private final RankerBase base;
  private final BiEncoder encoder;

  private Teacher(RankerBase base, BiEncoder encoder) {
    this.base = base;
    this.encoder = encoder;
  }

  /** Opens the folder of a teacher, with its own prefixes and pooling. */
  static Teacher open(Path folder, BiEncoderRecipe recipe) {
    RankerBase base = RankerBase.open(recipe.model().ofTeacher(folder), recipe.compute());
    return new Teacher(
        base,
        new BiEncoder(
            base.transformer(),
            new PoolingHead(base.settings().pooling()),
            recipe.compute().bf16(),
            recipe.batches().chunk()));
  }

  /**
   * That its vectors can be compared with a student's.
   *
   * @throws TrainingException if not
   */
  void require(BiEncoderObjectives.Distilled plan, int studentWidth) {
    int width = base.transformer().config().hiddenSize();
    boolean byNeighbours =
        plan.loss() == Distillation.Measure.KL && plan.contrast() == 0 && plan.bank().isEmpty();
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
  Encoding encoding(String text, Role role) {
    return base.encoding(text, role);
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
