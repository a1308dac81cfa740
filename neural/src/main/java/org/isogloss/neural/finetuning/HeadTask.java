// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.Validation;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.transformer.Parameter;

/**
 * The task of one head on a transformer, on examples with known answers.
 *
 * @param base the transformer
 * @param maxLength maximum number of tokens that the trained model reads
 * @param head the head, closed with the task
 * @param labels names of the outputs of a classifier; otherwise none
 * @param task the examples and the loss
 * @param validationMeasure name of the measure of the validation
 * @param validation empty if there is no validation data
 * @param check finds a problem of the trained model: see {@link FineTuningTask#problem}
 */
public record HeadTask(
    PretrainedModel base,
    int maxLength,
    Head head,
    List<String> labels,
    TrainingTasks.Task<?> task,
    String validationMeasure,
    Optional<Validation> validation,
    Supplier<Optional<String>> check)
    implements FineTuningTask {
  public HeadTask {
    requireNonNull(base, "base is null");
    requireNonNull(head, "head is null");
    labels = List.copyOf(labels);
    requireNonNull(task, "task is null");
    requireNonNull(validationMeasure, "validationMeasure is null");
    requireNonNull(validation, "validation is null");
    requireNonNull(check, "check is null");
  }

  /** Creates a task whose trained model is not checked. */
  public HeadTask(
      PretrainedModel base,
      int maxLength,
      Head head,
      List<String> labels,
      TrainingTasks.Task<?> task,
      String validationMeasure,
      Optional<Validation> validation) {
    this(base, maxLength, head, labels, task, validationMeasure, validation, Optional::empty);
  }

  @Override
  public Optional<String> problem() {
    return check.get();
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    all.addAll(head.parameters());
    return all;
  }

  @Override
  public EncodingSettings encodingSettings() {
    return new EncodingSettings(maxLength, Pooling.NONE);
  }

  @Override
  public void close() {
    head.close();
  }
}
