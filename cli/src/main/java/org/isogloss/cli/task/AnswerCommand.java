// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DocumentFieldOptions;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.cli.option.SymbolicLinkOption;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.InputPaths;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.engine.SearchEngine;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.task.AnswerReader;
import org.isogloss.text.decoding.AnswerSpans;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss answer}. */
@Command(
    name = "answer",
    mixinStandardHelpOptions = true,
    description = {
      "Mark the answer to a question in texts with a model that train wrote (kind: answers).",
      "",
      "Question and texts may be in different languages. Texts of any length are read. With"
          + " --evaluate, the command answers the questions of files in SQuAD's format, and prints"
          + " exact match and F1."
    })
public final class AnswerCommand implements Callable<Integer> {
  private static final int DEFAULT_TOP = 5;

  private final Console console;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "QUESTION",
      description = "The question, without --evaluate.")
  private Optional<String> question = Optional.empty();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "Files or folders of texts in any format that index reads. Default: -, for one plain text"
              + " from standard input.")
  private List<Path> files = List.of();

  @Mixin private DocumentFieldOptions names;

  @Mixin private SymbolicLinkOption links;

  @Mixin private TaskModelOptions model;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of answers to print (default: 5).")
  private Optional<Integer> top = Optional.empty();

  @Option(
      names = "--evaluate",
      arity = "1..*",
      paramLabel = "SQUAD",
      description = "Files in SQuAD's format: SQuAD, XQuAD, MLQA, gold passages of TyDi QA.")
  private List<Path> evaluated = List.of();

  @Mixin private AnswerEvaluationOptions evaluation;

  @Mixin private AnswerSearchOptions search;

  @Option(
      names = "--no-answer",
      description =
          "A text may have no answer, as in SQuAD 2.0; the model must be trained on such questions.")
  private boolean noAnswer;

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description =
          "With --no-answer: give an answer if its score is at least this much higher than that of"
              + " no answer (default: 0).")
  private Optional<Double> threshold = Optional.empty();

  @Mixin private ModelComparisonOptions comparison;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private ReadingOptions common;

  AnswerCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    boolean evaluating = !evaluated.isEmpty();
    comparison.validate(evaluating);
    evaluation.validate(console, evaluated);
    search.validate(evaluating);
    if (search.searches() && comparison.model().isPresent()) {
      throw new IsoglossException("--index and --compare cannot be combined");
    }
    if (question.isPresent() == evaluating) {
      throw new IsoglossException(
          evaluating
              ? "--evaluate has questions of its own: omit QUESTION, and state all files after"
                  + " --evaluate"
              : "there is no question: state QUESTION, or --evaluate FILE");
    }
    if (evaluating && top.isPresent()) {
      throw new IsoglossException("--top and --evaluate cannot be combined");
    }
    top.ifPresent(number -> OptionValidation.requireOneOrMore("--top", number));
    if (threshold.isPresent() && !noAnswer) {
      throw new IsoglossException("--threshold needs --no-answer");
    }
    if (threshold.filter(value -> value.isNaN()).isPresent()) {
      throw new IsoglossException("--threshold is NaN, expected a number such as 0");
    }
    try (AnswerReader reader = model.open(common, AnswerReader::open)) {
      if (evaluating) {
        evaluate(reader);
      } else {
        answer(reader, question.get());
      }
    }
    return 0;
  }

  private void answer(AnswerReader reader, String asked) {
    AnswerRanking ranking =
        new AnswerRanking(top.orElse(DEFAULT_TOP), noAnswer, threshold.orElse(0.0));
    ProgressBar progress = console.progress("Reading", "texts");
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files.isEmpty() ? List.of(InputPaths.STANDARD_INPUT) : files) {
        if (InputPaths.isReadOnce(file)) {
          read(reader, asked, file, List.of(plainText(file, skipped)), ranking);
          continue;
        }
        try (Records<Document> documents =
            DocumentFieldOptions.hint(
                    () ->
                        SymbolicLinkOption.hint(
                            () ->
                                Documents.read(
                                    file,
                                    new DocumentOptions(
                                        names.names(),
                                        Language.UNDETERMINED,
                                        common.onError,
                                        links.links()))))
                .onSkipped(skipped)) {
          DocumentFieldOptions.run(
              () ->
                  Batches.forEach(
                      documents, progress, batch -> read(reader, asked, file, batch, ranking)));
          skipped.print(file, documents);
        }
      }
    }
    console.endProgress();
    print(asked, ranking);
  }

  private Document plainText(Path file, SkippedRecordReporter skipped) {
    try (Records<String> lines = PlainTextLines.read(file, common.onError).onSkipped(skipped)) {
      String text = String.join("\n", lines.toList());
      skipped.print(file, lines);
      return new Document(InputPaths.displayName(file), Language.UNDETERMINED, "", text);
    }
  }

  private static void read(
      AnswerReader reader,
      String asked,
      Path file,
      List<Document> documents,
      AnswerRanking ranking) {
    List<AnswerSpans> answers = reader.read(asked, documents.stream().map(Document::text).toList());
    for (int i = 0; i < answers.size(); i++) {
      ranking.add(source(file, documents.get(i)), documents.get(i), answers.get(i));
    }
  }

  /** Returns the file, and the id of the document unless it is the name of the file. */
  private static String source(Path file, Document document) {
    String name = InputPaths.displayName(file);
    Path fileName = file.getFileName();
    boolean whole =
        document.id().equals(name)
            || (fileName != null && document.id().equals(fileName.toString()));
    return whole ? name : name + "#" + document.id();
  }

  private void print(String asked, AnswerRanking ranking) {
    List<FoundAnswer> best = ranking.best();
    if (json) {
      ObjectNode root = TaskJson.object().put("question", asked);
      ArrayNode answers = root.putArray("answers");
      for (int i = 0; i < best.size(); i++) {
        best.get(i).putInto(answers.addObject(), i + 1, ranking.probability(best.get(i)));
      }
      console.printJson(TaskJson.document(root));
      return;
    }
    for (int i = 0; i < best.size(); i++) {
      console.print(best.get(i).toText(i + 1, ranking.probability(best.get(i))));
    }
    if (best.isEmpty()) {
      console.note("No text has an answer.");
    }
  }

  private void evaluate(AnswerReader reader) {
    ReaderEvaluation results;
    if (comparison.model().isPresent()) {
      try (AnswerReader other = model.open(comparison.model().get(), common, AnswerReader::open)) {
        results =
            measure(QuestionAnswerer.reading(reader), Optional.of(QuestionAnswerer.reading(other)));
      }
    } else if (search.searches()) {
      try (SearchEngine engine = search.open(reader, model.inference(common))) {
        results = measure(search.searching(engine), Optional.empty());
      }
    } else {
      results = measure(QuestionAnswerer.reading(reader), Optional.empty());
    }
    if (json) {
      console.printJson(TaskJson.document(results.results().toJson()));
    } else {
      console.print(results.toText().stripTrailing());
    }
  }

  /** Returns the threshold of the difference between no answer and the best one. */
  private Optional<Double> noAnswer() {
    return noAnswer ? Optional.of(-threshold.orElse(0.0)) : Optional.empty();
  }

  private ReaderEvaluation measure(QuestionAnswerer answerer, Optional<QuestionAnswerer> other) {
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      return measure(answerer, other, skipped);
    }
  }

  private ReaderEvaluation measure(
      QuestionAnswerer answerer, Optional<QuestionAnswerer> other, SkippedRecordReporter skipped) {
    ReaderEvaluation results = new ReaderEvaluation(answerer, other, noAnswer());
    Optional<List<AskedQuestion>> answers =
        search.answersFrom().map(file -> questions(file, skipped));
    for (Path file : evaluated) {
      List<AskedQuestion> asked = questions(file, skipped);
      results.add(
          file,
          answers
              .map(
                  others ->
                      AnswerSearchOptions.withAnswersOf(
                          search.answersFrom().orElseThrow(), asked, others))
              .orElse(asked),
          evaluation.normalizer(search.answersFrom().orElse(file)),
          comparison.seed(),
          console.progress("Answering", "questions"));
      console.endProgress();
    }
    evaluation.write(results.predictions());
    return results;
  }

  private List<AskedQuestion> questions(Path file, SkippedRecordReporter skipped) {
    List<SquadParagraph> paragraphs = new ArrayList<>();
    try (Records<SquadParagraph> records =
        SquadDataset.readWithDefaultLanguage(file, Language.UNDETERMINED, common.onError)
            .onSkipped(skipped)) {
      records.forEachRemaining(paragraphs::add);
      skipped.print(file, records);
    }
    return AskedQuestion.of(paragraphs);
  }
}
