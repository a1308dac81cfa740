// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.task.QuestionAnswerer.Prediction;
import org.isogloss.cli.task.TaskResults.FileResult;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.InputPaths;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.answer.AnswerEvaluation;
import org.isogloss.measure.answer.AnswerNormalizer;
import org.isogloss.measure.answer.AnsweredQuestion;
import org.isogloss.measure.answer.OptionalAnswer;
import org.isogloss.measure.answer.OptionalAnswerEvaluation;
import org.isogloss.measure.stats.RandomizationTest;

/** Measures answers to the questions of files in SQuAD's format. */
final class ReaderEvaluation {
  private static final List<String> MEASURES = List.of("F1", "exact match");
  private static final int DECIMALS = 2;

  private final QuestionAnswerer answerer;
  private final Optional<QuestionAnswerer> other;
  private final Optional<Double> noAnswerThreshold;
  private final List<FileResult> files = new ArrayList<>();
  private final Map<String, OptionalAnswerEvaluation> optionalAnswers = new LinkedHashMap<>();
  private final Map<String, String> predictions = new LinkedHashMap<>();

  /**
   * Creates an evaluation without files.
   *
   * @param answerer answers the questions
   * @param other another one, with which it is compared
   * @param noAnswerThreshold the highest difference of the scores of no answer and of the best
   *     answer at which the answer is given; empty if every question has an answer
   */
  ReaderEvaluation(
      QuestionAnswerer answerer,
      Optional<QuestionAnswerer> other,
      Optional<Double> noAnswerThreshold) {
    this.answerer = answerer;
    this.other = other;
    this.noAnswerThreshold = noAnswerThreshold;
  }

  /**
   * Measures the answers to the questions of a file.
   *
   * @throws IsoglossException if it has no questions, or some without answers, which are not
   *     expected
   */
  void add(
      Path file,
      List<AskedQuestion> items,
      AnswerNormalizer normalizer,
      long seed,
      ProgressBar progress) {
    String name = InputPaths.displayName(file);
    requireAnswers(name, items);
    List<Prediction> predicted = predict(answerer, items, progress);
    for (int i = 0; i < items.size(); i++) {
      Prediction best = predicted.get(i);
      boolean given = best.noAnswerScore() <= noAnswerThreshold.orElse(Double.POSITIVE_INFINITY);
      predictions.put(items.get(i).id(), given ? best.text() : "");
    }
    Optional<OptionalAnswerEvaluation> optional =
        noAnswerThreshold.map(threshold -> optional(items, predicted, normalizer, threshold));
    AnswerEvaluation all =
        optional
            .map(OptionalAnswerEvaluation::all)
            .orElseGet(() -> answered(items, predicted, normalizer));
    Optional<TaskResults.Comparison> comparison =
        other.map(
            second -> {
              AnswerEvaluation compared =
                  evaluate(items, predict(second, items, progress), normalizer);
              RandomizationTest test =
                  RandomizationTest.of(
                      all.f1s(), compared.f1s(), RandomizationTest.DEFAULT_SAMPLES, seed);
              return new TaskResults.Comparison(compared.f1(), test.p());
            });
    ObjectNode details = TaskJson.object();
    optional.ifPresent(
        evaluation -> {
          optionalAnswers.put(name, evaluation);
          putOptional(details, evaluation);
        });
    files.add(
        new FileResult(
            name, items.size(), List.of(all.f1(), all.exactMatch()), comparison, details));
  }

  private void requireAnswers(String file, List<AskedQuestion> items) {
    if (items.isEmpty()) {
      throw new IsoglossException(file + ": has no questions, expected one or more");
    }
    long unanswered = items.stream().filter(item -> item.references().isEmpty()).count();
    if (unanswered > 0 && noAnswerThreshold.isEmpty()) {
      throw new IsoglossException(
          file
              + ": "
              + unanswered
              + " of "
              + items.size()
              + " questions have no answer, expected an answer to each: measure them as SQuAD 2.0"
              + " (--no-answer), unless the answers are withheld");
    }
  }

  private static List<Prediction> predict(
      QuestionAnswerer answerer, List<AskedQuestion> items, ProgressBar progress) {
    return Batches.map(items, progress, answerer::answer);
  }

  private AnswerEvaluation evaluate(
      List<AskedQuestion> items, List<Prediction> predicted, AnswerNormalizer normalizer) {
    return noAnswerThreshold
        .map(threshold -> optional(items, predicted, normalizer, threshold).all())
        .orElseGet(() -> answered(items, predicted, normalizer));
  }

  private static AnswerEvaluation answered(
      List<AskedQuestion> items, List<Prediction> predicted, AnswerNormalizer normalizer) {
    return AnswerEvaluation.of(
        IntStream.range(0, items.size())
            .mapToObj(
                i ->
                    new AnsweredQuestion(
                        items.get(i).references(), Optional.of(predicted.get(i).text())))
            .toList(),
        normalizer);
  }

  private static OptionalAnswerEvaluation optional(
      List<AskedQuestion> items,
      List<Prediction> predicted,
      AnswerNormalizer normalizer,
      double threshold) {
    return OptionalAnswerEvaluation.of(
        IntStream.range(0, items.size())
            .mapToObj(
                i ->
                    new OptionalAnswer(
                        items.get(i).references(),
                        predicted.get(i).text(),
                        predicted.get(i).noAnswerScore()))
            .toList(),
        normalizer,
        threshold);
  }

  private static void putOptional(ObjectNode details, OptionalAnswerEvaluation optional) {
    optional.withAnswer().ifPresent(part -> put(details.putObject("with_answer"), part));
    optional.withoutAnswer().ifPresent(part -> put(details.putObject("without_answer"), part));
    put(details.putObject("best_f1"), optional.bestF1());
    put(details.putObject("best_exact_match"), optional.bestExactMatch());
  }

  private static void put(ObjectNode node, AnswerEvaluation part) {
    node.put("questions", part.questions().size())
        .put("f1", part.f1())
        .put("exact_match", part.exactMatch());
  }

  private static void put(ObjectNode node, OptionalAnswerEvaluation.Best best) {
    node.put("value", best.value());
    best.threshold().ifPresent(threshold -> node.put("threshold", margin(threshold)));
  }

  /** Converts a no-answer score to the value of --threshold: how much better the answer is. */
  private static double margin(double noAnswerScore) {
    return 0 - noAnswerScore;
  }

  TaskResults results() {
    return new TaskResults("questions", MEASURES, DECIMALS, files);
  }

  /** Returns the answers by the ids of their questions; no answer is the empty one. */
  Map<String, String> predictions() {
    return Collections.unmodifiableMap(predictions);
  }

  /** Formats the results of all files. */
  String toText() {
    String table = results().toTable().toString();
    return noAnswerThreshold.isEmpty() ? table : table + "\n" + optionalTable();
  }

  private TextTable optionalTable() {
    TextTable table =
        new TextTable(
            List.of(
                "file",
                "HasAns F1",
                "NoAns F1",
                "best F1",
                "threshold of F1",
                "best exact match",
                "threshold of exact match"));
    optionalAnswers.forEach(
        (name, optional) ->
            table.row(
                List.of(
                    name,
                    optional.withAnswer().map(part -> format(part.f1())).orElse("-"),
                    optional.withoutAnswer().map(part -> format(part.f1())).orElse("-"),
                    format(optional.bestF1().value()),
                    threshold(optional.bestF1()),
                    format(optional.bestExactMatch().value()),
                    threshold(optional.bestExactMatch()))));
    return table;
  }

  private static String threshold(OptionalAnswerEvaluation.Best best) {
    return best.threshold().isPresent()
        ? format(margin(best.threshold().getAsDouble()))
        : "no answers";
  }

  private static String format(double value) {
    return PrintfNumbers.formatFixed(value, DECIMALS);
  }
}
