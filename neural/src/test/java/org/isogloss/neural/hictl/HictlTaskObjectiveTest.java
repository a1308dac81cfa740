// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.io.IOException;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;

/** The losses of sentences and of masked tokens; words are sampled anew in each call. */
class HictlTaskObjectiveTest extends TaskObjectiveContractTest<HictlRecipe> {
  @Override
  protected HictlRecipe recipe() throws IOException {
    return (HictlRecipe)
        RecipeFixtures.hictl(
            folder, "model.dropout=0", "objectives={sentence: {}, mlm: {}, tlm: {}}");
  }

  @Override
  protected FineTuningTask open(HictlRecipe recipe, PretrainedModel model, TextCorpus texts) {
    return new HictlTask(recipe, model, texts);
  }
}
