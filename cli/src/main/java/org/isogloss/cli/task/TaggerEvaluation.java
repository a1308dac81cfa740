// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.task.TaskResults.FileResult;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.tagging.Iob2;
import org.isogloss.data.tagging.TaggedSentence;
import org.isogloss.measure.PrecisionRecall;
import org.isogloss.measure.PrintfNumbers;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.stats.RandomizationTest;
import org.isogloss.measure.tagging.SpanEvaluation;
import org.isogloss.measure.tagging.TagAccuracy;
import org.isogloss.runtime.task.WordTagger;

/** Measures a tagger on files of words with tags: spans if it has any, otherwise accuracy. */
final class TaggerEvaluation {
  private static final List<String> SPAN_MEASURES = List.of("F1", "precision", "recall");
  private static final List<String> TAG_MEASURES = List.of("accuracy");
  private static final int DECIMALS = 4;

  private final NamedModel<WordTagger> tagger;
  private final Optional<NamedModel<WordTagger>> other;
  private final Set<String> types;
  private final List<FileResult> files = new ArrayList<>();
  private final List<Map<String, PrecisionRecall>> typesOfFiles = new ArrayList<>();

  /**
   * Creates an evaluation without files.
   *
   * @param other the tagger with which it is compared
   * @param types types of entities to measure; empty for all
   */
  TaggerEvaluation(
      NamedModel<WordTagger> tagger, Optional<NamedModel<WordTagger>> other, Set<String> types) {
    this.tagger = tagger;
    this.other = other;
    this.types = types;
  }

  /**
   * Measures the taggers on a file.
   *
   * @throws IsoglossException if it has no sentences, or tags that a tagger does not know
   */
  void add(Path file, List<TaggedSentence> sentences, long seed, ProgressBar progress) {
    String name = InputPaths.displayName(file);
    if (sentences.isEmpty()) {
      throw new IsoglossException(name + ": has no sentences with tags, expected one or more");
    }
    requireKnown(name, sentences, tagger);
    other.ifPresent(second -> requireKnown(name, sentences, second));
    if (tagger.model().hasSpans()) {
      addSpans(name, sentences, seed, progress);
    } else {
      addTags(name, sentences, seed, progress);
    }
  }

  private void requireKnown(
      String file, List<TaggedSentence> sentences, NamedModel<WordTagger> named) {
    WordTagger model = named.model();
    Predicate<String> known =
        tagger.model().hasSpans() ? knownSpans(model) : Set.copyOf(model.labels())::contains;
    Set<String> unknown =
        sentences.stream()
            .flatMap(sentence -> sentence.tags().stream())
            .filter(known.negate())
            .collect(Collectors.toCollection(TreeSet::new));
    if (!unknown.isEmpty()) {
      throw named.unknownLabels(
          file,
          unknown,
          model.labels(),
          model.hasSpans() ? ", or state the types of entities to measure (--types)" : "");
    }
  }

  /** Tags of spans of the types that the model predicts or that are not measured. */
  private Predicate<String> knownSpans(WordTagger model) {
    if (!model.hasSpans()) {
      return tag -> false;
    }
    Set<String> predicted =
        model.labels().stream().flatMap(tag -> Iob2.type(tag).stream()).collect(Collectors.toSet());
    return tag ->
        Iob2.isTag(tag)
            && Iob2.type(tag).stream()
                .allMatch(type -> predicted.contains(type) || !isMeasured(type));
  }

  private boolean isMeasured(String type) {
    return types.isEmpty() || types.contains(type);
  }

  private List<List<String>> predict(
      WordTagger model, List<TaggedSentence> sentences, ProgressBar progress) {
    return Batches.map(
        sentences.stream().map(TaggedSentence::words).toList(), progress, model::tag);
  }

  private void addTags(
      String name, List<TaggedSentence> sentences, long seed, ProgressBar progress) {
    List<List<String>> gold = sentences.stream().map(TaggedSentence::tags).toList();
    TagAccuracy accuracy = TagAccuracy.of(gold, predict(tagger.model(), sentences, progress));
    Optional<TaskResults.Comparison> comparison =
        other.map(
            second -> {
              TagAccuracy compared =
                  TagAccuracy.of(gold, predict(second.model(), sentences, progress));
              RandomizationTest test =
                  RandomizationTest.of(
                      ofSentences(accuracy),
                      ofSentences(compared),
                      RandomizationTest.DEFAULT_SAMPLES,
                      seed);
              return new TaskResults.Comparison(compared.accuracy(), test.p());
            });
    typesOfFiles.add(Map.of());
    files.add(
        new FileResult(
            name, accuracy.words(), List.of(accuracy.accuracy()), comparison, TaskJson.object()));
  }

  private static double[] ofSentences(TagAccuracy accuracy) {
    return accuracy.sentences().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private void addSpans(
      String name, List<TaggedSentence> sentences, long seed, ProgressBar progress) {
    SpanEvaluation evaluation = spans(tagger.model(), sentences, progress);
    Optional<TaskResults.Comparison> comparison =
        other.map(
            second -> {
              SpanEvaluation compared = spans(second.model(), sentences, progress);
              RandomizationTest test =
                  SpanEvaluation.compare(
                      evaluation, compared, RandomizationTest.DEFAULT_SAMPLES, seed);
              return new TaskResults.Comparison(compared.all().f1(), test.p());
            });
    PrecisionRecall all = evaluation.all();
    typesOfFiles.add(evaluation.types());
    files.add(
        new FileResult(
            name,
            all.expected(),
            List.of(all.f1(), all.precision(), all.recall()),
            comparison,
            details(evaluation)));
  }

  private SpanEvaluation spans(
      WordTagger model, List<TaggedSentence> sentences, ProgressBar progress) {
    List<List<String>> predicted = predict(model, sentences, progress);
    List<List<String>> gold = new ArrayList<>();
    List<List<String>> found = new ArrayList<>();
    for (int i = 0; i < sentences.size(); i++) {
      TaggedSentence sentence = sentences.get(i);
      gold.add(reduced(sentence).tags());
      found.add(reduced(new TaggedSentence(sentence.words(), predicted.get(i))).tags());
    }
    return SpanEvaluation.of(gold, found);
  }

  private TaggedSentence reduced(TaggedSentence sentence) {
    return types.isEmpty() ? sentence : sentence.withTypes(types);
  }

  private static ObjectNode details(SpanEvaluation evaluation) {
    ObjectNode details = TaskJson.object();
    ObjectNode types = details.putObject("types");
    evaluation
        .types()
        .forEach(
            (type, counts) ->
                types
                    .putObject(type)
                    .put("entities", counts.expected())
                    .put("predicted", counts.predicted())
                    .put("precision", counts.precision())
                    .put("recall", counts.recall())
                    .put("f1", counts.f1()));
    return details;
  }

  TaskResults results() {
    return tagger.model().hasSpans()
        ? new TaskResults("entities", SPAN_MEASURES, DECIMALS, files)
        : new TaskResults("words", TAG_MEASURES, DECIMALS, files);
  }

  /**
   * Formats the results of all files.
   *
   * @param perType whether to add the tables of the types of entities of each file
   */
  String toText(boolean perType) {
    StringBuilder text = new StringBuilder(results().toTable().toString());
    for (int i = 0; perType && i < files.size(); i++) {
      text.append('\n').append(types(files.get(i).name(), typesOfFiles.get(i)));
    }
    return text.toString();
  }

  private static TextTable types(String file, Map<String, PrecisionRecall> types) {
    TextTable table =
        new TextTable(List.of(file, "entities", "predicted", "precision", "recall", "F1"));
    types.forEach(
        (type, counts) ->
            table.row(
                List.of(
                    type,
                    String.valueOf(counts.expected()),
                    String.valueOf(counts.predicted()),
                    PrintfNumbers.formatFixed(counts.precision(), DECIMALS),
                    PrintfNumbers.formatFixed(counts.recall(), DECIMALS),
                    PrintfNumbers.formatFixed(counts.f1(), DECIMALS))));
    return table;
  }
}
