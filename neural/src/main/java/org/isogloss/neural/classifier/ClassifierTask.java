// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.classifier;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.measure.classification.ConfusionMatrix;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.HeadOutputs;
import org.isogloss.neural.finetuning.HeadTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.SupervisedObjective;
import org.isogloss.neural.finetuning.TaskValidation;
import org.isogloss.neural.head.SequenceClassificationHead;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/** Builds the task of a classifier from its recipe. */
final class ClassifierTask {
  private static final int CHECKED_EXAMPLES = 200;

  private final ClassifierRecipe recipe;
  private final PretrainedModel base;
  private final List<String> labels;

  private ClassifierTask(ClassifierRecipe recipe, PretrainedModel base, List<String> labels) {
    this.recipe = recipe;
    this.base = base;
    this.labels = labels;
  }

  static FineTuningTask open(ClassifierRecipe recipe, PretrainedModel base) {
    List<ClassifiedText> training = recipe.data().readTraining(ClassifierTask::read);
    Map<String, List<ClassifiedText>> validation =
        recipe.data().readValidation(ClassifierTask::read);
    return new ClassifierTask(recipe, base, labels(recipe, training)).task(training, validation);
  }

  private static Records<ClassifiedText> read(Path file) {
    return ClassifiedTexts.read(file, OnError.FAIL);
  }

  private static List<String> labels(ClassifierRecipe recipe, List<ClassifiedText> training) {
    List<String> labels =
        recipe.labels().isEmpty()
            ? List.copyOf(new TreeSet<>(training.stream().map(ClassifiedText::label).toList()))
            : recipe.labels();
    if (labels.size() < 2) {
      throw new TrainingException(
          "the only label is " + labels.getFirst() + ", expected two or more labels");
    }
    return labels;
  }

  private FineTuningTask task(
      List<ClassifiedText> training, Map<String, List<ClassifiedText>> validation) {
    List<ClassExample> examples = training.stream().map(this::example).toList();
    Map<String, List<ClassExample>> held = new LinkedHashMap<>();
    validation.forEach((file, texts) -> held.put(file, texts.stream().map(this::example).toList()));
    SequenceClassificationHead head = head();
    boolean bf16 = recipe.compute().bf16();
    HeadOutputs outputs =
        new HeadOutputs(base.transformer(), bf16, (hidden, batch) -> head.logits(hidden));
    return new HeadTask(
        base,
        recipe.model().maxLength(),
        head,
        labels,
        new TrainingTasks.Task<>(
            "classes",
            recipe.batches().of(examples.size(), examples::get, recipe.seed()),
            new SupervisedObjective<ClassExample>(
                base.transformer(), bf16, (hidden, batch, batched) -> loss(head, hidden, batched))),
        "accuracy",
        TaskValidation.of(held, each -> accuracy(outputs, each)),
        () ->
            problem(outputs, sample(held.isEmpty() ? examples : held.values().iterator().next())));
  }

  private SequenceClassificationHead head() {
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
    int label = labels.indexOf(text.label());
    if (label < 0) {
      throw new TrainingException(
          "a text has the label "
              + text.label()
              + ", expected one of "
              + String.join(", ", labels)
              + ": the labels of the recipe, or else of its training data");
    }
    Tokenizer tokenizer = base.tokenizer();
    int maxLength = recipe.model().maxLength();
    Encoding input =
        text.second()
            .map(second -> tokenizer.encode(text.first(), second, maxLength))
            .orElseGet(() -> tokenizer.encode(text.first(), maxLength));
    return new ClassExample(input, label);
  }

  private Tensor loss(SequenceClassificationHead head, Tensor hidden, List<ClassExample> examples) {
    int[] targets = examples.stream().mapToInt(ClassExample::label).toArray();
    return head.loss(head.logits(hidden), Tensors.longTensor(targets, base.transformer().device()));
  }

  private double accuracy(HeadOutputs outputs, List<ClassExample> examples) {
    return ConfusionMatrix.of(expected(examples), predicted(outputs, examples)).accuracy();
  }

  private Optional<String> problem(HeadOutputs outputs, List<ClassExample> examples) {
    return CollapsedClassifier.explain(expected(examples), predicted(outputs, examples));
  }

  /** Examples from all over a file, which may be sorted by label. */
  private static List<ClassExample> sample(List<ClassExample> examples) {
    int count = Math.min(CHECKED_EXAMPLES, examples.size());
    return IntStream.range(0, count)
        .mapToObj(i -> examples.get((int) ((long) i * examples.size() / count)))
        .toList();
  }

  private List<String> expected(List<ClassExample> examples) {
    return examples.stream().map(example -> labels.get(example.label())).toList();
  }

  private List<String> predicted(HeadOutputs outputs, List<ClassExample> examples) {
    List<float[]> logits = outputs.of(examples.stream().map(ClassExample::input).toList());
    return logits.stream().map(row -> labels.get(argmax(row))).toList();
  }

  private static int argmax(float[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] > values[best] ? i : best;
    }
    return best;
  }
}
