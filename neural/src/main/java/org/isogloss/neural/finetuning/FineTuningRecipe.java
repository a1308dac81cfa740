// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.util.Map;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/** The common part of the recipes that fine-tune a transformer. */
public interface FineTuningRecipe extends Recipe {
  /** Returns the licence of the trained model, as an SPDX identifier. */
  String licence();

  /** Returns the licences of the sources, as SPDX expressions, by the part of the recipe. */
  Map<String, String> licences();

  /** Returns the options of the model. */
  PretrainedModelOptions model();

  /** Returns the options of the optimizer. */
  OptimizerOptions optimizer();

  /** Returns the length and the intervals of the training. */
  TrainingOptions training();

  /** Returns the device and the precision. */
  ComputeOptions compute();
}
