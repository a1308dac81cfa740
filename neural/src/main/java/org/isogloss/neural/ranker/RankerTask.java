// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.Validation;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.transformer.Parameter;

/**
 * The objectives of a recipe, and the modules that are trained with the transformer for them.
 * {@link RankerTraining} closes it.
 */
public interface RankerTask extends AutoCloseable {
  /** Returns all objectives as one task. */
  TrainingTasks.Task<?> task();

  /** Returns all trainable parameters, those of the transformer first. */
  List<Parameter> parameters();

  /** Returns the validation that selects the state; empty without validation data. */
  Optional<Validation> validation();

  /** Returns the measure of {@link #validation}. */
  String validationMeasure();

  /** Returns the head that is written with the transformer. */
  Head head();

  /** Returns the encoding settings of the trained model. */
  EncodingSettings encodingSettings();

  /** Returns files of the base that the trained model needs unchanged. */
  default List<Path> filesToCopy() {
    return List.of();
  }

  @Override
  void close();
}
