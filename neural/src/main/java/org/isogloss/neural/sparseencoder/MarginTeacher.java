// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.text.Encoding;

/**
 * A cross-encoder whose scores a sparse encoder learns; its tokenizer may be another one.
 *
 * @param model the transformer, which is closed with this object, as is the head
 * @param head has one output
 * @param bf16 whether matrix products are computed in bfloat16
 * @param chunk number of pairs that are read together
 */
record MarginTeacher(
    PretrainedModel model, SequenceClassificationHead head, boolean bf16, int chunk)
    implements AutoCloseable {
  static MarginTeacher open(SparseEncoderRecipe recipe, MarginDistillation options) {
    PretrainedModel model =
        PretrainedModel.open(recipe.model().forTeacher(options.teacher()), recipe.compute());
    try {
      SequenceClassificationHead head =
          SequenceClassificationHead.load(model.folder(), model.transformer());
      if (head.labels() != 1) {
        int labels = head.labels();
        head.close();
        throw new TrainingException(
            "objectives.distillation.teacher: "
                + model.folder().path()
                + " has a classifier with "
                + labels
                + " outputs, expected a cross-encoder with one");
      }
      return new MarginTeacher(model, head, recipe.compute().bf16(), recipe.batches().chunk());
    } catch (RuntimeException e) {
      model.close();
      throw e;
    }
  }

  Encoding encode(String query, String passage) {
    return model.encodePair(query, passage);
  }

  /** Returns the scores of pairs, {@code [pairs]}, without gradients. */
  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  Tensor scores(List<Encoding> pairs) {
    LengthSortedChunks chunks = LengthSortedChunks.of(pairs, chunk);
    TensorVector all = new TensorVector();
    try (NoGradGuard guard = new NoGradGuard()) {
      for (int i = 0; i < chunks.chunkCount(); i++) {
        List<Encoding> texts = chunks.chunk(i);
        all.push_back(
            Autocast.compute(
                bf16,
                model.transformer().device(),
                () ->
                    head.logits(model.transformer().forward(model.transformer().batch(texts)))
                        .squeeze(1)
                        .to(torch.ScalarType.Float)));
      }
      return torch
          .cat(all, 0)
          .index_select(
              0, chunks.positions().to(model.transformer().device(), torch.ScalarType.Long));
    }
  }

  @Override
  public void close() {
    head.close();
    model.close();
  }
}
