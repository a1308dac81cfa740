// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.io.IOException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;

/** The cross-entropy of target tokens. */
class TranslationObjectiveTest extends TaskObjectiveContractTest<TranslationRecipe> {
  @Override
  protected TranslationRecipe recipe() throws IOException {
    return (TranslationRecipe) RecipeFixtures.translation(folder, "model.dropout=0");
  }

  @Override
  protected FineTuningTask open(TranslationRecipe recipe, PretrainedModel model, TextCorpus texts) {
    return new TranslationTask(
        recipe, model, texts, folder.resolve("work"), new TrainingListener() {});
  }
}
