// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

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
class CrossEncoderObjectiveTest {
  abstract static class Contract extends TaskObjectiveContractTest<CrossEncoderRecipe> {
    private final String objectives;

    Contract(String objectives) {
      this.objectives = objectives;
    }

    @Override
    protected CrossEncoderRecipe recipe() throws IOException {
      String inFolder = objectives.replace("${in}", folder.toString());
      return (CrossEncoderRecipe)
          RecipeFixtures.crossEncoder(folder, "objectives={" + inFolder + "}");
    }

    @Override
    protected FineTuningTask open(
        CrossEncoderRecipe recipe, PretrainedModel model, TextCorpus texts) {
      return new CrossEncoderTask(recipe, model, texts, folder.resolve("work"));
    }
  }

  @Nested
  class OfCandidates extends Contract {
    OfCandidates() {
      super("translation: {negatives: {pool: 16}}, relevance: {lower: 1}");
    }
  }

  @Nested
  class OfATeacher extends Contract {
    OfATeacher() {
      super("distillation: {teacher: \"${in}/teacher\", negatives: {pool: 16}}");
    }

    @Override
    protected CrossEncoderRecipe recipe() throws IOException {
      SampleHead.random(TransformerHead.CLASSIFICATION, List.of("relevant"), 1)
          .write(SampleTransformer.BERT_LANGUAGE_MODEL, folder, "teacher");
      return super.recipe();
    }
  }

  @Nested
  class OfMaskedTexts extends Contract {
    OfMaskedTexts() {
      super("tlm: {}");
    }
  }
}
