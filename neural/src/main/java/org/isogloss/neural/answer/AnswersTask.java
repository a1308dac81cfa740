// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.answer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.qa.SquadAnswer;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;
import org.isogloss.measure.answer.AnswerEvaluation;
import org.isogloss.measure.answer.AnswerNormalizer;
import org.isogloss.measure.answer.AnsweredQuestion;
import org.isogloss.neural.finetuning.FineTuningTask;
import org.isogloss.neural.finetuning.HeadOutputs;
import org.isogloss.neural.finetuning.HeadTask;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.finetuning.SupervisedObjective;
import org.isogloss.neural.finetuning.TaskValidation;
import org.isogloss.neural.head.AnswerSpanHead;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.text.Encoding;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.decoding.AnswerDecoder;
import org.isogloss.text.decoding.AnswerSpans;
import org.isogloss.text.window.PairWindows;

/** Builds the task of a reader from its recipe. */
final class AnswersTask {
  private final AnswersRecipe recipe;
  private final PretrainedModel base;

  private AnswersTask(AnswersRecipe recipe, PretrainedModel base) {
    this.recipe = recipe;
    this.base = base;
  }

  static FineTuningTask open(AnswersRecipe recipe, PretrainedModel base) {
    List<SquadParagraph> training = recipe.data().readTraining(AnswersTask::read);
    Map<String, List<SquadParagraph>> validation = recipe.data().readValidation(AnswersTask::read);
    return new AnswersTask(recipe, base).task(training, validation);
  }

  private static Records<SquadParagraph> read(Path file) {
    return SquadDataset.readWithDefaultLanguage(file, Language.UNDETERMINED, OnError.FAIL);
  }

  /**
   * A question with the windows of its paragraph.
   *
   * @param text the paragraph
   */
  private record ReadQuestion(SquadQuestion question, String text, List<Encoding> windows) {}

  private FineTuningTask task(
      List<SquadParagraph> training, Map<String, List<SquadParagraph>> validation) {
    List<AnswerExample> examples =
        training.stream()
            .flatMap(paragraph -> questions(paragraph).stream())
            .flatMap(question -> examples(question).stream())
            .toList();
    AnswerSpanHead head = head();
    boolean bf16 = recipe.compute().bf16();
    HeadOutputs outputs =
        new HeadOutputs(
            base.transformer(),
            bf16,
            (hidden, batch) -> head.logits(hidden, batch).permute(1, 0, 2));
    return new HeadTask(
        base,
        recipe.model().maxLength(),
        head,
        List.of(),
        new TrainingTasks.Task<>(
            "answers",
            recipe.batches().of(examples.size(), examples::get, recipe.seed()),
            new SupervisedObjective<AnswerExample>(
                base.transformer(),
                bf16,
                (hidden, batch, batched) -> loss(head, hidden, batch, batched))),
        "answer F1",
        TaskValidation.of(validation, paragraphs -> f1(outputs, paragraphs)));
  }

  private AnswerSpanHead head() {
    return switch (recipe.head()) {
      case NEW -> AnswerSpanHead.create(base.folder(), base.transformer(), recipe.seed());
      case KEPT -> AnswerSpanHead.load(base.folder(), base.transformer());
    };
  }

  private List<ReadQuestion> questions(SquadParagraph paragraph) {
    Tokenizer tokenizer = base.tokenizer();
    TokenizedText text = tokenizer.tokenize(paragraph.context());
    List<ReadQuestion> all = new ArrayList<>();
    for (SquadQuestion question : paragraph.questions()) {
      PairWindows windows =
          new PairWindows(
              tokenizer.specialTokens(),
              tokenizer.tokenize(question.query().text()),
              recipe.windows().question(),
              recipe.model().maxLength());
      all.add(
          new ReadQuestion(
              question, paragraph.context(), windows.of(text, recipe.windows().stride())));
    }
    return all;
  }

  private static List<AnswerExample> examples(ReadQuestion read) {
    List<SquadAnswer> answers = read.question().answers();
    return read.windows().stream()
        .map(
            window ->
                answers.isEmpty()
                    ? AnswerExample.withoutAnswer(window)
                    : AnswerExample.of(
                        window, answers.getFirst().start(), answers.getFirst().end()))
        .toList();
  }

  private Tensor loss(
      AnswerSpanHead head, Tensor hidden, TokenBatch batch, List<AnswerExample> examples) {
    return head.loss(
        head.logits(hidden, batch),
        positions(examples.stream().mapToInt(AnswerExample::first).toArray()),
        positions(examples.stream().mapToInt(AnswerExample::last).toArray()));
  }

  private Tensor positions(int[] values) {
    return Tensors.longTensor(values, base.transformer().device());
  }

  /** Returns the mean F1 over the questions that have an answer, 0 to 1. */
  private double f1(HeadOutputs outputs, List<SquadParagraph> paragraphs) {
    List<ReadQuestion> questions =
        paragraphs.stream()
            .flatMap(paragraph -> questions(paragraph).stream())
            .filter(read -> !read.question().answers().isEmpty())
            .toList();
    List<float[]> rows =
        outputs.of(questions.stream().flatMap(read -> read.windows().stream()).toList());
    List<AnsweredQuestion> answered = new ArrayList<>();
    int next = 0;
    for (ReadQuestion read : questions) {
      int windows = read.windows().size();
      answered.add(answer(read, rows.subList(next, next + windows)));
      next += windows;
    }
    return AnswerEvaluation.of(answered, AnswerNormalizer.squad()).f1() / 100;
  }

  private static AnsweredQuestion answer(ReadQuestion read, List<float[]> rows) {
    AnswerSpans spans =
        AnswerDecoder.DEFAULT.decode(
            read.windows(),
            rows.stream().map(row -> Arrays.copyOf(row, row.length / 2)).toList(),
            rows.stream().map(row -> Arrays.copyOfRange(row, row.length / 2, row.length)).toList());
    Optional<String> answer =
        spans.spans().stream().findFirst().map(best -> best.span().coveredText(read.text()));
    return new AnsweredQuestion(
        read.question().answers().stream().map(SquadAnswer::text).toList(), answer);
  }
}
