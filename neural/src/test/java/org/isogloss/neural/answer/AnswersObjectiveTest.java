// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.answer;

import java.io.IOException;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;

/** The cross-entropy of the ends of answers. */
class AnswersObjectiveTest extends TaskObjectiveContractTest<AnswersRecipe> {
  @Override
  protected AnswersRecipe recipe() throws IOException {
    return (AnswersRecipe) RecipeFixtures.answers(folder);
  }

  @Override
  protected FineTuningTask open(AnswersRecipe recipe, PretrainedModel model, TextCorpus texts) {
    return AnswersTask.open(recipe, model);
  }
}
