// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.io.IOException;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Nested;

@RequiresTorch
class BiEncoderObjectiveTest {
  abstract static class Contract extends TaskObjectiveContractTest<BiEncoderRecipe> {
    private final String objectives;

    Contract(String objectives) {
      this.objectives = objectives;
    }

    @Override
    protected BiEncoderRecipe recipe() throws IOException {
      return (BiEncoderRecipe)
          RecipeFixtures.biEncoder(
              folder,
              "model.dropout=0",
              "objectives={" + objectives.replace("${in}", folder.toString()) + "}");
    }

    @Override
    protected FineTuningTask open(BiEncoderRecipe recipe, PretrainedModel model, TextCorpus texts) {
      return new BiEncoderTask(recipe, model, texts, folder.resolve("work"));
    }
  }

  @Nested
  class OfPairs extends Contract {
    OfPairs() {
      super("contrast: {negatives: both-sides, scale: 10}");
    }
  }

  @Nested
  class OfATeacher extends Contract {
    OfATeacher() {
      super(
          "distillation: {teacher: \"${in}/bert-encoder\", contrast: 0.5, memory-bank: {texts: 12}}");
    }
  }

  @Nested
  class OfJudgedTriples extends Contract {
    OfJudgedTriples() {
      super("triplet: {}, ranking: {}");
    }
  }

  @Nested
  class OfMaskedTexts extends Contract {
    OfMaskedTexts() {
      super("mlm: {}, tlm: {}");
    }
  }
}
