// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.data.InputPaths;
import org.isogloss.data.Records;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.data.classification.UnlabelledText;
import org.isogloss.data.classification.UnlabelledTexts;
import org.isogloss.runtime.task.TextClassifier;
import org.isogloss.runtime.task.TextInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss classify}. */
@Command(
    name = "classify",
    mixinStandardHelpOptions = true,
    description = {
      "Classify texts or pairs of texts with a model that train wrote (kind: classifier).",
      "",
      "Prints TSV: the most probable label, its probability, and the text or the two texts. With"
          + " --evaluate, the texts have labels, and the command prints how many are right."
    })
public final class ClassifyCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "One text on each line, or two separated by a tab; or TSV, CSV or JSON lines that name"
              + " their columns (sentence1, sentence2, label, ...); plain or gzip. Default: -, for"
              + " standard input.")
  private List<Path> files = List.of(InputPaths.STANDARD_INPUT);

  @Mixin private TaskModelOptions model;

  @Option(
      names = "--evaluate",
      description = "Print accuracy and macro F1 in each file, whose texts have labels.")
  private boolean evaluate;

  @Option(
      names = "--per-label",
      description =
          "With --evaluate: print precision, recall and F1 of each label, and the confusion of"
              + " labels.")
  private boolean perLabel;

  @Option(
      names = "--languages",
      split = ",",
      paramLabel = "CODES",
      description =
          "With --evaluate: measure only texts in these languages, such as de,fr, in files that"
              + " state the language of each text.")
  private List<String> languages = List.of();

  @Mixin private ModelComparisonOptions comparison;

  @Option(
      names = "--json",
      description =
          "Print JSON: an object for each text, with the probability of each label; with --evaluate,"
              + " one object with all results, also those of each label.")
  private boolean json;

  @Mixin private ReadingOptions common;

  ClassifyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    comparison.validate(evaluate);
    if (!evaluate && (perLabel || !languages.isEmpty())) {
      throw new IsoglossException("--per-label and --languages need --evaluate");
    }
    List<LanguageRange> selected =
        languages.stream().map(code -> LanguageRange.of(code.strip())).toList();
    try (TextClassifier classifier = model.open(common, TextClassifier::open)) {
      if (evaluate) {
        evaluate(classifier, selected);
      } else {
        classify(classifier);
      }
    }
    return 0;
  }

  private void classify(TextClassifier classifier) {
    ProgressBar progress = console.progress("Classifying", "texts");
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        try (Records<UnlabelledText> texts =
            UnlabelledTexts.read(file, common.onError).onSkipped(skipped)) {
          Batches.forEach(texts, progress, batch -> print(classifier, batch));
          skipped.print(file, texts);
        }
      }
    }
    console.endProgress();
  }

  private void print(TextClassifier classifier, List<UnlabelledText> texts) {
    List<double[]> probabilities =
        classifier.probabilities(
            texts.stream().map(text -> new TextInput(text.first(), text.second())).toList());
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      if (json) {
        lines.append(toJson(classifier.labels(), probabilities.get(i), texts.get(i)));
      } else {
        appendRow(classifier.labels(), probabilities.get(i), texts.get(i), lines);
      }
      lines.append(i + 1 < texts.size() ? "\n" : "");
    }
    if (json) {
      console.printJson(lines.toString());
    } else {
      console.printData(lines.toString());
    }
  }

  private static void appendRow(
      List<String> labels, double[] probabilities, UnlabelledText text, StringBuilder line) {
    int best = best(probabilities);
    line.append(labels.get(best));
    line.append(String.format(Locale.ROOT, "\t%.4f\t", probabilities[best]));
    line.append(Cells.of(text.first()));
    text.second().ifPresent(second -> line.append('\t').append(Cells.of(second)));
  }

  private static String toJson(List<String> labels, double[] probabilities, UnlabelledText text) {
    ObjectNode node = TaskJson.object();
    int best = best(probabilities);
    node.put("label", labels.get(best)).put("probability", probabilities[best]);
    ObjectNode all = node.putObject("probabilities");
    for (int i = 0; i < probabilities.length; i++) {
      all.put(labels.get(i), probabilities[i]);
    }
    if (text.second().isPresent()) {
      node.put("first", text.first()).put("second", text.second().get());
    } else {
      node.put("text", text.first());
    }
    return TaskJson.line(node);
  }

  private static int best(double[] probabilities) {
    int best = 0;
    for (int i = 1; i < probabilities.length; i++) {
      best = probabilities[i] > probabilities[best] ? i : best;
    }
    return best;
  }

  private void evaluate(TextClassifier classifier, List<LanguageRange> selected) {
    ClassifierEvaluation evaluation;
    NamedModel<TextClassifier> named = new NamedModel<>(model.name(), classifier);
    if (comparison.model().isPresent()) {
      String name = comparison.model().get();
      try (TextClassifier other = model.open(name, common, TextClassifier::open)) {
        NamedModel<TextClassifier> compared = new NamedModel<>(name, other);
        evaluation = measure(new ClassifierEvaluation(named, Optional.of(compared)), selected);
      }
    } else {
      evaluation = measure(new ClassifierEvaluation(named, Optional.empty()), selected);
    }
    if (json) {
      console.printJson(TaskJson.document(evaluation.results().toJson()));
    } else {
      console.print(evaluation.toText(perLabel).stripTrailing());
    }
  }

  private ClassifierEvaluation measure(
      ClassifierEvaluation evaluation, List<LanguageRange> selected) {
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        List<ClassifiedText> texts;
        try (Records<ClassifiedText> records =
            ClassifiedTexts.read(file, common.onError).onSkipped(skipped)) {
          texts = records.toList();
          skipped.print(file, records);
        }
        evaluation.add(
            file,
            selected.isEmpty() ? texts : select(file, texts, selected),
            comparison.seed(),
            console.progress("Classifying", "texts"));
        console.endProgress();
      }
    }
    return evaluation;
  }

  /**
   * Returns the texts in some languages.
   *
   * @throws IsoglossException if the file has none
   */
  private static List<ClassifiedText> select(
      Path file, List<ClassifiedText> texts, List<LanguageRange> selected) {
    List<ClassifiedText> found =
        texts.stream()
            .filter(text -> selected.stream().anyMatch(one -> one.contains(text.language())))
            .toList();
    if (found.isEmpty()) {
      throw new IsoglossException(
          InputPaths.displayName(file)
              + ": "
              + describeLanguages(texts)
              + ", expected texts in "
              + selected.stream().map(LanguageRange::toString).collect(Collectors.joining(" or "))
              + ": change or omit --languages");
    }
    return found;
  }

  private static String describeLanguages(List<ClassifiedText> texts) {
    Set<String> tags =
        texts.stream()
            .map(ClassifiedText::language)
            .filter(language -> !language.isUndetermined())
            .map(Language::tag)
            .collect(Collectors.toCollection(TreeSet::new));
    return tags.isEmpty()
        ? "does not state the languages of its texts"
        : "has labelled texts in " + String.join(", ", tags);
  }
}
