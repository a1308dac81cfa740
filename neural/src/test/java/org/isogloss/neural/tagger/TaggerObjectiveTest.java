// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.tagger;

import java.io.IOException;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;

/** The cross-entropy of the tags of words. */
class TaggerObjectiveTest extends TaskObjectiveContractTest<TaggerRecipe> {
  @Override
  protected TaggerRecipe recipe() throws IOException {
    return (TaggerRecipe) RecipeFixtures.tagger(folder);
  }

  @Override
  protected FineTuningTask open(TaggerRecipe recipe, PretrainedModel model, TextCorpus texts) {
    return TaggerTask.open(recipe, model);
  }
}
