package org.isogloss.neural.loss;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.KLDivLossOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.kBatchMean;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How far a student is from its teacher (Hinton et al. 2015; Reimers and Gurevych 2020, equation
 * 1).
 *
 * @param scale for {@link Measure#KL} and {@link #contrastiveLoss}: what scores are multiplied by
 *     before the softmax, the inverse of the temperature
 */
public record DistillationLoss(Measure measure, double scale) {
  /** What is compared. */
  public enum Measure {
    /**
     * The mean of the squared differences of vectors, or of scores; times the width for vectors.
     */
    MSE,
    /** One minus the cosine of vectors; for rows of scores too. */
    COSINE,
    /**
     * The divergence of the student's distribution over a row of scores from the teacher's; vectors
     * may differ in width when it is taken over their cosines with each other.
     */
    KL
  }

  public DistillationLoss {
    requireNonNull(measure, "measure is null");
    RecipeChecks.requirePositive("scale", scale);
  }

  /**
   * The loss.
   *
   * @param student {@code [n, width]}: vectors, or a row of scores for each query
   * @param teacher the same; no gradient flows to it
   * @return one number, the mean over the rows
   */
  public Tensor loss(Tensor student, Tensor teacher) {
    Tensor shown = teacher.detach();
    return switch (measure) {
      case MSE -> student.sub(shown).square().sum(1).mean();
      case COSINE ->
          student
              .mul(shown)
              .sum(1)
              .div(norm(student).mul(norm(shown)))
              .mean()
              .neg()
              .add(new Scalar(1));
      case KL ->
          torch.kl_div(
              torch.log_softmax(student.mul(new Scalar(scale)), 1),
              torch.softmax(shown.mul(new Scalar(scale)), 1),
              options());
    };
  }

  private static Tensor norm(Tensor rows) {
    return rows.square().sum(1).sqrt();
  }

  private static KLDivLossOptions options() {
    KLDivLossOptions options = new KLDivLossOptions();
    options.reduction().put(new kBatchMean());
    return options;
  }

  /**
   * The same for vectors: the cosines of each with all others take the place of scores, so that
   * {@link Measure#KL} asks for the same neighbours, not for the same vectors.
   *
   * @param student unit vectors {@code [n, width]}
   * @param teacher unit vectors {@code [n, any width]}
   */
  public Tensor vectorLoss(Tensor student, Tensor teacher) {
    return measure == Measure.KL
        ? loss(student.matmul(student.t()), teacher.matmul(teacher.t()))
        : loss(student, teacher);
  }

  /**
   * Contrast with the teacher's vectors (Tian et al. 2020): each text's own one stands against
   * those of the batch's other texts. {@code -log softmax(scale * cosine)} at its own, the mean
   * over the texts.
   *
   * @param student unit vectors {@code [n, width]}
   * @param teacher unit vectors {@code [n, width]}; no gradient flows to them
   * @param keys {@code [n]}: equal where the teacher saw equal texts, which do not stand against
   *     each other
   * @return one number
   */
  public Tensor contrastiveLoss(Tensor student, Tensor teacher, Tensor keys) {
    Tensor twins = keys.unsqueeze(0).eq(keys.unsqueeze(1)).fill_diagonal_(new Scalar(0));
    Tensor scores =
        student
            .matmul(teacher.detach().t())
            .mul(new Scalar(scale))
            .masked_fill(twins, new Scalar(Float.NEGATIVE_INFINITY));
    return torch.cross_entropy_loss(
        scores, torch.arange(new Scalar(student.size(0)), keys.options()));
  }

  /**
   * The same neighbours in a memory bank (Fang et al. 2021, equations 3 to 6, whose bank is a
   * queue): the divergence of the student's distribution over the cosines of a text with all of the
   * batch and of the bank from the teacher's, both with the {@code scale}.
   *
   * @param student unit vectors {@code [n, width]}
   * @param teacher unit vectors {@code [n, width]}; no gradient flows to them
   * @param bank the teacher's unit vectors of other texts, {@code [texts, width]}
   * @return one number, the mean over the rows
   */
  public Tensor memoryBankLoss(Tensor student, Tensor teacher, Tensor bank) {
    Tensor shown = teacher.detach();
    Tensor all = torch.cat(new TensorVector(shown, bank), 0).t();
    return new DistillationLoss(Measure.KL, scale).loss(student.matmul(all), shown.matmul(all));
  }
}
