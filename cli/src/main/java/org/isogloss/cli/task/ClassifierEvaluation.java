// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.task.TaskResults.FileResult;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.measure.PrecisionRecall;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.classification.ConfusionMatrix;
import org.isogloss.measure.stats.RandomizationTest;
import org.isogloss.runtime.task.TextClassifier;
import org.isogloss.runtime.task.TextInput;

/** Measures a classifier on files of texts with labels. */
final class ClassifierEvaluation {
  private static final List<String> MEASURES = List.of("accuracy", "macro F1");
  private static final int DECIMALS = 4;

  private final NamedModel<TextClassifier> classifier;
  private final Optional<NamedModel<TextClassifier>> other;
  private final List<FileResult> files = new ArrayList<>();
  private final List<ConfusionMatrix> matrices = new ArrayList<>();

  /**
   * Creates an evaluation without files.
   *
   * @param other the classifier with which it is compared
   */
  ClassifierEvaluation(
      NamedModel<TextClassifier> classifier, Optional<NamedModel<TextClassifier>> other) {
    this.classifier = classifier;
    this.other = other;
  }

  /**
   * Measures the classifiers on a file.
   *
   * @throws IsoglossException if it has no texts, or labels that a classifier does not know
   */
  void add(Path file, List<ClassifiedText> texts, long seed, ProgressBar progress) {
    String name = InputPaths.displayName(file);
    if (texts.isEmpty()) {
      throw new IsoglossException(name + ": has no texts with labels, expected one or more");
    }
    List<String> gold = texts.stream().map(ClassifiedText::label).toList();
    requireKnown(name, gold, classifier);
    other.ifPresent(second -> requireKnown(name, gold, second));
    List<TextInput> inputs =
        texts.stream().map(text -> new TextInput(text.first(), text.second())).toList();
    ConfusionMatrix matrix =
        ConfusionMatrix.of(gold, Batches.map(inputs, progress, classifier.model()::classify));
    Optional<TaskResults.Comparison> comparison =
        other.map(
            second -> {
              ConfusionMatrix compared =
                  ConfusionMatrix.of(gold, Batches.map(inputs, progress, second.model()::classify));
              RandomizationTest test =
                  RandomizationTest.of(
                      matrix.correct(),
                      compared.correct(),
                      RandomizationTest.DEFAULT_SAMPLES,
                      seed);
              return new TaskResults.Comparison(compared.accuracy(), test.p());
            });
    matrices.add(matrix);
    files.add(
        new FileResult(
            name,
            texts.size(),
            List.of(matrix.accuracy(), matrix.macroF1()),
            comparison,
            details(matrix)));
  }

  private static void requireKnown(
      String file, List<String> gold, NamedModel<TextClassifier> classifier) {
    List<String> labels = classifier.model().labels();
    TreeSet<String> unknown = new TreeSet<>(gold);
    labels.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw classifier.unknownLabels(file, unknown, labels, "");
    }
  }

  private static ObjectNode details(ConfusionMatrix matrix) {
    ObjectNode details = TaskJson.object();
    ObjectNode labels = details.putObject("labels");
    ObjectNode confusion = details.putObject("confusion");
    for (String gold : matrix.labels()) {
      PrecisionRecall counts = matrix.of(gold);
      labels
          .putObject(gold)
          .put("texts", counts.expected())
          .put("predicted", counts.predicted())
          .put("precision", counts.precision())
          .put("recall", counts.recall())
          .put("f1", counts.f1());
      ObjectNode row = confusion.putObject(gold);
      matrix.labels().forEach(label -> row.put(label, matrix.count(gold, label)));
    }
    return details;
  }

  TaskResults results() {
    return new TaskResults("texts", MEASURES, DECIMALS, files);
  }

  /**
   * Formats the results of all files.
   *
   * @param perLabel whether to add the tables of the labels of each file
   */
  String toText(boolean perLabel) {
    StringBuilder text = new StringBuilder(results().toTable().toString());
    for (int i = 0; perLabel && i < files.size(); i++) {
      text.append('\n').append(labels(files.get(i).name(), matrices.get(i)));
      text.append('\n').append(confusion(matrices.get(i)));
    }
    return text.toString();
  }

  private static TextTable labels(String file, ConfusionMatrix matrix) {
    TextTable table =
        new TextTable(List.of(file, "texts", "predicted", "precision", "recall", "F1"));
    for (String label : matrix.labels()) {
      PrecisionRecall counts = matrix.of(label);
      table.row(
          List.of(
              label,
              String.valueOf(counts.expected()),
              String.valueOf(counts.predicted()),
              PrintfNumbers.formatFixed(counts.precision(), DECIMALS),
              PrintfNumbers.formatFixed(counts.recall(), DECIMALS),
              PrintfNumbers.formatFixed(counts.f1(), DECIMALS)));
    }
    return table;
  }

  private static TextTable confusion(ConfusionMatrix matrix) {
    List<String> header = new ArrayList<>(List.of("label"));
    matrix.labels().forEach(label -> header.add("as " + label));
    TextTable table = new TextTable(header);
    for (String gold : matrix.labels()) {
      List<String> row = new ArrayList<>(List.of(gold));
      matrix.labels().forEach(label -> row.add(String.valueOf(matrix.count(gold, label))));
      table.row(row);
    }
    return table;
  }
}
