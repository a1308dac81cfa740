// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.classifier;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.Validation;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.HeadOutputs;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.SupervisedObjective;
import org.isogloss.neural.finetuning.TaskFiles;
import org.isogloss.neural.head.Head;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.text.Encoding;

/** Trains the classifier of a recipe. */
final class ClassifierTask implements FineTuningTask {
  private final ClassifierRecipe recipe;
  private final PretrainedModel base;
  private final List<String> labels;
  private final List<ClassifiedText> training;
  private final SequenceClassificationHead head;

  private ClassifierTask(
      ClassifierRecipe recipe,
      PretrainedModel base,
      List<String> labels,
      List<ClassifiedText> training,
      SequenceClassificationHead head) {
    this.recipe = recipe;
    this.base = base;
    this.labels = labels;
    this.training = training;
    this.head = head;
  }

  static ClassifierTask open(ClassifierRecipe recipe, PretrainedModel base) {
    List<ClassifiedText> training = recipe.data().readTraining(ClassifierTask::read);
    List<String> labels =
        recipe.labels().isEmpty()
            ? List.copyOf(
                new TreeSet<>(training.stream().map(ClassifiedText::label).toList()))
            : recipe.labels();
    if (labels.size() < 2) {
      throw new TrainingException(
          "all training texts have the label " + labels.getFirst() + ", expected two or more");
    }
    return new ClassifierTask(recipe, base, labels, training, head(recipe, base, labels));
  }

  private static Records<ClassifiedText> read(Path file) {
    return ClassifiedTexts.read(file, OnError.FAIL);
  }

  private static SequenceClassificationHead head(
      ClassifierRecipe recipe, PretrainedModel base, List<String> labels) {
    return switch (recipe.head()) {
      case NEW ->
          SequenceClassificationHead.create(
              base.folder(), base.transformer(), labels.size(), recipe.seed());
      case KEPT -> {
        base.requireLabels(labels);
        yield SequenceClassificationHead.load(base.folder(), base.transformer());
      }
    };
  }

  private ClassExample example(ClassifiedText text) {
    Encoding input =
        text.second()
            .map(second -> base.encodePair(text.first(), second))
            .orElseGet(() -> base.encodeQuery(text.first()));
    int label = labels.indexOf(text.label());
    if (label < 0) {
      throw new TrainingException(
          "a text has the label "
              + text.label()
              + ", expected one of "
              + String.join(", ", labels)
              + " (the labels of the recipe, or else of its training data)");
    }
    return new ClassExample(input, label);
  }

  @Override
  public TrainingTasks.Task<?> task() {
    return new TrainingTasks.Task<>(
        "classes",
        recipe
            .batches()
            .of(training.size(), number -> example(training.get(number)), recipe.seed()),
        new SupervisedObjective<>(base.transformer(), recipe.compute().bf16(), this::loss));
  }

  private Tensor loss(Tensor hidden, TokenBatch batch, List<ClassExample> examples) {
    int[] targets = examples.stream().mapToInt(ClassExample::label).toArray();
    return head.loss(
        head.logits(hidden), Tensors.longTensor(targets).to(base.transformer().device(), LONG));
  }

  @Override
  public Optional<Validation> validation() {
    Map<String, List<ClassExample>> files = new LinkedHashMap<>();
    recipe
        .data()
        .readValidation(ClassifierTask::read)
        .forEach(
            (file, texts) -> files.put(file, texts.stream().map(this::example).toList()));
    HeadOutputs outputs =
        new HeadOutputs(
            base.transformer(),
            recipe.compute().bf16(),
            (hidden, batch) -> head.logits(hidden));
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(new AccuracyValidation(outputs, files));
  }

  @Override
  public String validationMeasure() {
    return "accuracy";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(base.transformer().parameters());
    all.addAll(head.parameters());
    return all;
  }

  @Override
  public Head head() {
    return head;
  }

  @Override
  public List<String> labels() {
    return labels;
  }

  @Override
  public EncodingSettings encodingSettings() {
    return new EncodingSettings(recipe.model().maxLength(), Pooling.NONE);
  }

  @Override
  public void close() {
    head.close();
  }
}
