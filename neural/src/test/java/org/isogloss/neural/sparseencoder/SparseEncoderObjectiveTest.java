// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import java.io.IOException;
import java.util.List;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Nested;

@RequiresTorch
class SparseEncoderObjectiveTest {
  abstract static class Contract extends TaskObjectiveContractTest<SparseEncoderRecipe> {
    private final String objectives;
    private final String queries;

    Contract(String objectives, String queries) {
      this.objectives = objectives;
      this.queries = queries;
    }

    @Override
    protected SparseEncoderRecipe recipe() throws IOException {
      SampleHead.random(TransformerHead.CLASSIFICATION, List.of("relevant"), 1)
          .write(SampleTransformer.BERT_ENCODER, folder, "teacher");
      return (SparseEncoderRecipe)
          RecipeFixtures.sparseEncoder(
              folder,
              "model.dropout=0",
              "queries=" + queries,
              "objectives={" + objectives.replace("${in}", folder.toString()) + "}");
    }

    @Override
    protected FineTuningTask open(
        SparseEncoderRecipe recipe, PretrainedModel model, TextCorpus texts) {
      return new SparseEncoderTask(recipe, model, texts, folder.resolve("work"));
    }
  }

  @Nested
  class OfTranslations extends Contract {
    OfTranslations() {
      super("contrast: {scale: 0.5}, flops: {queries: 0.1, passages: 0.2}", "model");
    }
  }

  @Nested
  class OfAll extends Contract {
    OfAll() {
      super(
          "contrast: {weight: 0.5}, ranking: {negatives: 2}, distillation: {teacher: \"${in}/teacher\"}",
          "model");
    }
  }

  @Nested
  class OfCachedGradients extends Contract {
    OfCachedGradients() {
      super("contrast: {cached: true}, flops: {passages: 0.1, warm-up: 3}", "tokens");
    }
  }
}
