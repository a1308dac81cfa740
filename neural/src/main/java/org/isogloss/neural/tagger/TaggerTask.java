// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.tagger;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.tagging.TaggedSentence;
import org.isogloss.data.tagging.TaggedSentences;
import org.isogloss.measure.tagging.SpanEvaluation;
import org.isogloss.measure.tagging.TagAccuracy;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.HeadOutputs;
import org.isogloss.neural.finetuning.HeadTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.SupervisedObjective;
import org.isogloss.neural.finetuning.TaskValidation;
import org.isogloss.neural.head.TokenClassificationHead;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.text.decoding.TagDecoder;
import org.isogloss.text.window.WordWindow;
import org.isogloss.text.window.WordWindows;

/** Builds the task of a tagger from its recipe. */
final class TaggerTask {
  private final TaggerRecipe recipe;
  private final PretrainedModel base;
  private final List<String> labels;
  private final TagDecoder decoder;
  private final WordWindows windows;

  private TaggerTask(TaggerRecipe recipe, PretrainedModel base, List<String> labels) {
    this.recipe = recipe;
    this.base = base;
    this.labels = labels;
    this.decoder = new TagDecoder(labels);
    this.windows = new WordWindows(base.tokenizer(), recipe.model().maxLength());
  }

  static FineTuningTask open(TaggerRecipe recipe, PretrainedModel base) {
    List<TaggedSentence> training = withTypes(recipe, recipe.data().readTraining(TaggerTask::read));
    Map<String, List<TaggedSentence>> validation = recipe.data().readValidation(TaggerTask::read);
    validation.replaceAll((file, sentences) -> withTypes(recipe, sentences));
    return new TaggerTask(recipe, base, labels(recipe, training)).task(training, validation);
  }

  private static Records<TaggedSentence> read(Path file) {
    return TaggedSentences.read(file, OnError.FAIL);
  }

  private static List<TaggedSentence> withTypes(
      TaggerRecipe recipe, List<TaggedSentence> sentences) {
    Set<String> types = Set.copyOf(recipe.types());
    return types.isEmpty()
        ? sentences
        : sentences.stream().map(sentence -> sentence.withTypes(types)).toList();
  }

  private static List<String> labels(TaggerRecipe recipe, List<TaggedSentence> training) {
    if (!recipe.labels().isEmpty()) {
      return recipe.labels();
    }
    Set<String> found = new TreeSet<>();
    training.forEach(sentence -> found.addAll(sentence.tags()));
    return List.copyOf(found);
  }

  private FineTuningTask task(
      List<TaggedSentence> training, Map<String, List<TaggedSentence>> validation) {
    List<TagExample> examples =
        training.stream().flatMap(sentence -> examples(sentence).stream()).toList();
    TokenClassificationHead head = head();
    boolean bf16 = recipe.compute().bf16();
    HeadOutputs outputs =
        new HeadOutputs(base.transformer(), bf16, (hidden, batch) -> head.logits(hidden));
    return new HeadTask(
        base,
        recipe.model().maxLength(),
        head,
        labels,
        new TrainingTasks.Task<>(
            "tags",
            recipe.batches().of(examples.size(), examples::get, recipe.seed()),
            new SupervisedObjective<TagExample>(
                base.transformer(),
                bf16,
                (hidden, batch, batched) -> loss(head, hidden, batch, batched))),
        decoder.hasSpans() ? "span F1" : "accuracy",
        TaskValidation.of(validation, sentences -> measure(outputs, sentences)));
  }

  private TokenClassificationHead head() {
    return switch (recipe.head()) {
      case NEW ->
          TokenClassificationHead.create(
              base.folder(), base.transformer(), labels.size(), recipe.seed());
      case KEPT -> {
        base.requireLabels(labels);
        yield TokenClassificationHead.load(base.folder(), base.transformer());
      }
    };
  }

  private List<TagExample> examples(TaggedSentence sentence) {
    return windows.of(sentence.words()).stream()
        .map(
            window ->
                new TagExample(
                    window,
                    sentence.tags().subList(window.from(), window.to()).stream()
                        .mapToInt(this::number)
                        .toArray()))
        .toList();
  }

  private int number(String tag) {
    int number = labels.indexOf(tag);
    if (number < 0) {
      throw new TrainingException(
          "a word has the tag "
              + tag
              + ", expected one of "
              + String.join(", ", labels)
              + ": the labels of the recipe, or else of its training data");
    }
    return number;
  }

  private Tensor loss(
      TokenClassificationHead head, Tensor hidden, TokenBatch batch, List<TagExample> examples) {
    long[] targets = new long[batch.size() * batch.tokens()];
    Arrays.fill(targets, TokenClassificationHead.IGNORED);
    for (int row = 0; row < examples.size(); row++) {
      TagExample example = examples.get(row);
      for (int i = 0; i < example.tags().length; i++) {
        targets[row * batch.tokens() + example.token(i)] = example.tags()[i];
      }
    }
    return head.loss(
        head.logits(hidden),
        Tensors.longTensor(targets, base.transformer().device())
            .view(batch.size(), batch.tokens()));
  }

  private double measure(HeadOutputs outputs, List<TaggedSentence> sentences) {
    List<List<String>> gold = sentences.stream().map(TaggedSentence::tags).toList();
    List<List<String>> predicted = predict(outputs, sentences);
    return decoder.hasSpans()
        ? SpanEvaluation.of(gold, predicted).all().f1()
        : TagAccuracy.of(gold, predicted).accuracy();
  }

  private List<List<String>> predict(HeadOutputs outputs, List<TaggedSentence> sentences) {
    List<List<WordWindow>> read =
        sentences.stream().map(sentence -> windows.of(sentence.words())).toList();
    List<float[]> rows =
        outputs.of(read.stream().flatMap(List::stream).map(WordWindow::encoding).toList());
    List<List<String>> tags = new ArrayList<>();
    int next = 0;
    for (List<WordWindow> sentence : read) {
      List<float[]> words = new ArrayList<>();
      for (WordWindow window : sentence) {
        float[] row = rows.get(next++);
        for (int word = window.from(); word < window.to(); word++) {
          int at = window.firstToken(word) * labels.size();
          words.add(Arrays.copyOfRange(row, at, at + labels.size()));
        }
      }
      tags.add(decoder.decode(words));
    }
    return tags;
  }
}
