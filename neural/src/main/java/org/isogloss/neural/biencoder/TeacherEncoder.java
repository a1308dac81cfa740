// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Role;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.text.Encoding;

/** A bi-encoder whose vectors another bi-encoder learns. */
final class TeacherEncoder implements AutoCloseable {
  private final PretrainedModel base;
  private final BiEncoder encoder;
  private final Optional<TextVectorCache> cache;

  private TeacherEncoder(PretrainedModel base, BiEncoder encoder, int cachedTexts) {
    this.base = base;
    this.encoder = encoder;
    this.cache =
        cachedTexts == 0
            ? Optional.empty()
            : Optional.of(new TextVectorCache(cachedTexts, encoder::vectors));
  }

  /** Opens the model folder of a teacher, with its own prefixes and pooling. */
  static TeacherEncoder open(Path folder, BiEncoderRecipe recipe) {
    PretrainedModel base =
        PretrainedModel.open(recipe.model().forTeacher(folder), recipe.compute());
    return new TeacherEncoder(
        base,
        new BiEncoder(
            base.transformer(),
            base.poolingHead(),
            recipe.compute().bf16(),
            recipe.batches().chunk()),
        recipe
            .objectives()
            .distillation()
            .map(BiEncoderObjectiveOptions.TeacherDistillation::cache)
            .orElse(0));
  }

  /**
   * Checks that the losses can compare the teacher's vectors with the student's.
   *
   * @throws TrainingException if they cannot
   */
  void requireCompatible(BiEncoderObjectiveOptions.TeacherDistillation options, int studentWidth) {
    int width = base.dimension();
    boolean anyWidth =
        options.loss() == DistillationLoss.Measure.KL
            && options.contrast() == 0
            && options.memoryBank().isEmpty()
            && options.romanization().isEmpty();
    if (!anyWidth && width != studentWidth) {
      throw new TrainingException(
          "objectives.distillation: the teacher's vectors have "
              + width
              + " dimensions, the student's "
              + studentWidth
              + "; only loss: kl without contrast, memory bank and romanization compares different"
              + " dimensions");
    }
  }

  /** Encodes a text as the teacher's tokens, with the teacher's prefixes. */
  Encoding encode(String text, Role role) {
    return base.encode(text, role);
  }

  /** Returns the prefix of texts in a role. */
  String prefix(Role role) {
    return base.encodingSettings().prefix(role);
  }

  /**
   * Encodes texts together, without gradients; the tensors belong to the current pointer scope.
   *
   * @param words the words of each text
   */
  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  BiEncoder.TextAndWordVectors textAndWordVectors(
      List<Encoding> texts, List<List<TokenRange>> words) {
    try (NoGradGuard guard = new NoGradGuard()) {
      return encoder.textAndWordVectors(texts, words);
    }
  }

  /** Returns unit vectors {@code [texts, width]}, without gradients. */
  Tensor vectors(List<Encoding> texts) {
    return cache.isPresent() ? cache.get().vectors(texts) : encoder.vectors(texts);
  }

  @Override
  public void close() {
    cache.ifPresent(TextVectorCache::close);
    base.close();
  }
}
