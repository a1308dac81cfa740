// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.Validation;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.train.TaskOptimizer;
import org.isogloss.neural.transformer.Parameter;

/**
 * The objective for which a recipe trains a transformer, with the head that is trained together
 * with the transformer.
 */
public interface FineTuningTask extends AutoCloseable {
  /** Returns all objectives with their batches, combined into one task. */
  TrainingTasks.Task<?> task();

  /** Returns the optimizers of tasks that have their own; the caller closes them. */
  default List<TaskOptimizer> taskOptimizers() {
    return List.of();
  }

  /** Returns all parameters, trained or frozen; those of the transformer first. */
  List<Parameter> parameters();

  /** Returns the validation that selects the best state; empty if there is no validation data. */
  Optional<Validation> validation();

  /** Returns the name of the measure of {@link #validation}. */
  String validationMeasure();

  /** Returns the head to write together with the transformer. */
  Head head();

  /** Returns the encoding settings of the trained model. */
  EncodingSettings encodingSettings();

  /** Returns the names of the labels of a classifier, in the order of its outputs; else none. */
  default List<String> labels() {
    return List.of();
  }

  /**
   * Returns a problem of the trained model that its loss does not show, for the user. Called after
   * the training.
   */
  default Optional<String> problem() {
    return Optional.empty();
  }

  /** Returns files of the base model that are copied unchanged into the trained model. */
  default List<Path> filesToCopy() {
    return List.of();
  }

  /** Returns what writes further files into the trained model; by default there are none. */
  default AtomicFolder.Content otherFiles() {
    return folder -> {};
  }

  @Override
  void close();
}
