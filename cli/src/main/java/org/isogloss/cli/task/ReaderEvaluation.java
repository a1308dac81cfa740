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
import org.isogloss.cli.task.TaskResults.FileResult;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.qa.SquadAnswer;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.answer.AnswerEvaluation;
import org.isogloss.measure.answer.AnswerNormalizer;
import org.isogloss.measure.answer.AnsweredQuestion;
import org.isogloss.measure.answer.OptionalAnswer;
import org.isogloss.measure.answer.OptionalAnswerEvaluation;
import org.isogloss.measure.stats.RandomizationTest;
import org.isogloss.runtime.task.AnswerReader;
import org.isogloss.text.decoding.AnswerSpans;

/** Measures a reader of answers on files in SQuAD's format. */
final class ReaderEvaluation {
  private static final List<String> MEASURES = List.of("F1", "exact match");
  private static final int DECIMALS = 2;

  private final AnswerReader reader;
  private final Optional<AnswerReader> other;
  private final Optional<Double> noAnswerThreshold;
  private final List<FileResult> files = new ArrayList<>();
  private final Map<String, OptionalAnswerEvaluation> optionalAnswers = new LinkedHashMap<>();
  private final Map<String, String> predictions = new LinkedHashMap<>();

  /**
   * Creates an evaluation without files.
   *
   * @param other the reader with which it is compared
   * @param noAnswerThreshold the highest difference of the scores of no answer and of the best
   *     answer at which the answer is given; empty if every question has an answer
   */
  ReaderEvaluation(
      AnswerReader reader, Optional<AnswerReader> other, Optional<Double> noAnswerThreshold) {
    this.reader = reader;
    this.other = other;
    this.noAnswerThreshold = noAnswerThreshold;
  }

  /**
   * A question with its paragraph.
   *
   * @param references the texts of its answers
   */
  private record Item(String id, AnswerReader.Reading reading, List<String> references) {
    static Item of(SquadParagraph paragraph, SquadQuestion question) {
      return new Item(
          question.query().id(),
          new AnswerReader.Reading(question.query().text(), paragraph.context()),
          question.answers().stream().map(SquadAnswer::text).toList());
    }
  }

  /** The best answer to a question, and how much better no answer is. */
  private record Predicted(String answer, double noAnswerScore) {
    static Predicted of(String text, AnswerSpans spans) {
      return new Predicted(
          spans.spans().stream().findFirst().map(best -> best.span().coveredText(text)).orElse(""),
          -spans.margin());
    }
  }

  /**
   * Measures the readers on a file.
   *
   * @throws IsoglossException if it has no questions, or some without answers, which are not
   *     expected
   */
  void add(
      Path file,
      List<SquadParagraph> paragraphs,
      AnswerNormalizer normalizer,
      long seed,
      ProgressBar progress) {
    String name = InputPaths.displayName(file);
    List<Item> items =
        paragraphs.stream()
            .flatMap(
                paragraph ->
                    paragraph.questions().stream().map(question -> Item.of(paragraph, question)))
            .toList();
    requireAnswers(name, items);
    List<Predicted> predicted = predict(reader, items, progress);
    for (int i = 0; i < items.size(); i++) {
      Predicted best = predicted.get(i);
      boolean given = best.noAnswerScore() <= noAnswerThreshold.orElse(Double.POSITIVE_INFINITY);
      predictions.put(items.get(i).id(), given ? best.answer() : "");
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

  private void requireAnswers(String file, List<Item> items) {
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

  private static List<Predicted> predict(
      AnswerReader reader, List<Item> items, ProgressBar progress) {
    List<AnswerSpans> spans =
        Batches.map(
            items, progress, batch -> reader.read(batch.stream().map(Item::reading).toList()));
    return IntStream.range(0, items.size())
        .mapToObj(i -> Predicted.of(items.get(i).reading().text(), spans.get(i)))
        .toList();
  }

  private AnswerEvaluation evaluate(
      List<Item> items, List<Predicted> predicted, AnswerNormalizer normalizer) {
    return noAnswerThreshold
        .map(threshold -> optional(items, predicted, normalizer, threshold).all())
        .orElseGet(() -> answered(items, predicted, normalizer));
  }

  private static AnswerEvaluation answered(
      List<Item> items, List<Predicted> predicted, AnswerNormalizer normalizer) {
    return AnswerEvaluation.of(
        IntStream.range(0, items.size())
            .mapToObj(
                i ->
                    new AnsweredQuestion(
                        items.get(i).references(), Optional.of(predicted.get(i).answer())))
            .toList(),
        normalizer);
  }

  private static OptionalAnswerEvaluation optional(
      List<Item> items, List<Predicted> predicted, AnswerNormalizer normalizer, double threshold) {
    return OptionalAnswerEvaluation.of(
        IntStream.range(0, items.size())
            .mapToObj(
                i ->
                    new OptionalAnswer(
                        items.get(i).references(),
                        predicted.get(i).answer(),
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
