// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.io.IOException;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.finetuning.TaskObjectiveContractTest;

/** Candidates of translations and judgements, and translation language modelling. */
class CrossEncoderObjectiveTest extends TaskObjectiveContractTest<CrossEncoderRecipe> {
  @Override
  protected CrossEncoderRecipe recipe() throws IOException {
    return (CrossEncoderRecipe)
        RecipeFixtures.crossEncoder(folder, "objectives.relevance={lower: 1}", "objectives.tlm={}");
  }

  @Override
  protected FineTuningTask open(
      CrossEncoderRecipe recipe, PretrainedModel model, TextCorpus texts) {
    return new CrossEncoderTask(recipe, model, texts, folder.resolve("work"));
  }
}
