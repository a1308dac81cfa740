// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.classifier;

import java.io.IOException;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;

/** The cross-entropy of classes. */
class ClassifierObjectiveTest extends TaskObjectiveContractTest<ClassifierRecipe> {
  @Override
  protected ClassifierRecipe recipe() throws IOException {
    return (ClassifierRecipe) RecipeFixtures.classifier(folder);
  }

  @Override
  protected FineTuningTask open(ClassifierRecipe recipe, PretrainedModel model, TextCorpus texts) {
    return ClassifierTask.open(recipe, model);
  }
}
