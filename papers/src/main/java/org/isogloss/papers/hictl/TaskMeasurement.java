// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.data.qa.SquadAnswer;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;
import org.isogloss.data.tagging.TaggedSentence;
import org.isogloss.data.tagging.TaggedSentences;
import org.isogloss.measure.answer.AnswerEvaluation;
import org.isogloss.measure.answer.AnswerNormalizer;
import org.isogloss.measure.answer.AnsweredQuestion;
import org.isogloss.measure.classification.ConfusionMatrix;
import org.isogloss.measure.tagging.SpanEvaluation;
import org.isogloss.measure.tagging.TagAccuracy;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.task.AnswerReader;
import org.isogloss.runtime.task.TextClassifier;
import org.isogloss.runtime.task.TextInput;
import org.isogloss.runtime.task.WordTagger;
import org.isogloss.text.decoding.AnswerSpans;

/**
 * Measures a fine-tuned model on the test files of a task. Figures lie between 0 and 1.
 *
 * @param limit maximum number of test items of each language
 */
record TaskMeasurement(ExperimentRunner runner, int limit) {
  /** Measures a model in the precision of the run, or in both. */
  SystemMeasurements of(UnderstandingTask task, Path model) {
    return PrecisionComparison.measure(
        runner.options().precision(), precision -> of(task, model, precision));
  }

  private SystemMeasurements of(UnderstandingTask task, Path model, Precision precision) {
    try (ModelFolder folder = ModelFolder.open(model)) {
      return switch (task) {
        case XNLI, PAWSX -> classes(task, folder, precision);
        case POS, NER -> tags(task, folder, precision);
        case XQUAD, MLQA, TYDIQA -> answers(task, folder, precision);
      };
    }
  }

  /** Measures on the test file of one language after the other. */
  private void forEachLanguage(UnderstandingTask task, BiConsumer<String, Path> measurement) {
    Map<String, Path> tests = task.tests(runner.options().data());
    int measured = 0;
    for (Map.Entry<String, Path> test : tests.entrySet()) {
      measurement.accept(test.getKey(), test.getValue());
      runner
          .listener()
          .progressReported("Measuring " + task.column(), "languages", ++measured, tests.size());
    }
  }

  private <T> List<T> read(Records<T> records) {
    List<T> items = new ArrayList<>();
    try (records) {
      while (items.size() < limit && records.hasNext()) {
        items.add(records.next());
      }
    }
    return items;
  }

  private SystemMeasurements classes(
      UnderstandingTask task, ModelFolder model, Precision precision) {
    SystemMeasurements.Builder measured = SystemMeasurements.builder();
    try (TextClassifier classifier = TextClassifier.open(model, runner.inference(precision))) {
      forEachLanguage(
          task,
          (language, file) -> {
            List<ClassifiedText> pairs = read(ClassifiedTexts.read(file, OnError.FAIL));
            List<String> found =
                classifier.classify(
                    pairs.stream()
                        .map(pair -> new TextInput(pair.first(), pair.second()))
                        .toList());
            List<String> gold = pairs.stream().map(ClassifiedText::label).toList();
            measured.values(task.key(), language, ConfusionMatrix.of(gold, found).correct());
          });
    }
    return measured.build();
  }

  private SystemMeasurements tags(UnderstandingTask task, ModelFolder model, Precision precision) {
    SystemMeasurements.Builder measured = SystemMeasurements.builder();
    try (WordTagger tagger = WordTagger.open(model, runner.inference(precision))) {
      forEachLanguage(
          task,
          (language, file) -> {
            List<TaggedSentence> sentences = read(TaggedSentences.read(file, OnError.FAIL));
            List<List<String>> gold = sentences.stream().map(TaggedSentence::tags).toList();
            List<List<String>> found =
                tagger.tag(sentences.stream().map(TaggedSentence::words).toList());
            // The F1 of spans is no mean over sentences.
            measured.figure(
                task.key(),
                language,
                tagger.hasSpans()
                    ? SpanEvaluation.of(gold, found).all().f1()
                    : TagAccuracy.of(gold, found).accuracy());
          });
    }
    return measured.build();
  }

  private SystemMeasurements answers(
      UnderstandingTask task, ModelFolder model, Precision precision) {
    SystemMeasurements.Builder measured = SystemMeasurements.builder();
    try (AnswerReader reader = AnswerReader.open(model, runner.inference(precision))) {
      forEachLanguage(
          task,
          (language, file) -> {
            AnswerEvaluation found =
                AnswerEvaluation.of(
                    answer(reader, Language.of(language), file),
                    task == UnderstandingTask.MLQA
                        ? AnswerNormalizer.mlqa(Language.of(language))
                        : AnswerNormalizer.squad());
            measured
                .values(task.key(), language, found.f1s())
                .values(task.exactKey(), language, found.exactMatches());
          });
    }
    return measured.build();
  }

  private List<AnsweredQuestion> answer(AnswerReader reader, Language language, Path file) {
    List<AnswerReader.Reading> readings = new ArrayList<>();
    List<List<String>> references = new ArrayList<>();
    try (Records<SquadParagraph> paragraphs =
        SquadDataset.readWithDefaultLanguage(file, language, OnError.FAIL)) {
      while (readings.size() < limit && paragraphs.hasNext()) {
        SquadParagraph paragraph = paragraphs.next();
        for (SquadQuestion question : paragraph.questions()) {
          if (readings.size() < limit) {
            readings.add(new AnswerReader.Reading(question.query().text(), paragraph.context()));
            references.add(question.answers().stream().map(SquadAnswer::text).toList());
          }
        }
      }
    }
    if (references.stream().allMatch(List::isEmpty)) {
      throw new IsoglossException(
          file + ": has no answers, as the test files of XTREME: expected the original file");
    }
    List<AnswerSpans> found = reader.read(readings);
    List<AnsweredQuestion> answered = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      String text = readings.get(i).text();
      Optional<String> best =
          found.get(i).spans().stream().findFirst().map(span -> span.span().coveredText(text));
      answered.add(new AnsweredQuestion(references.get(i), best));
    }
    return answered;
  }
}
