// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.data.InputPaths;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.SearchEngine;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.task.AnswerReader;
import org.isogloss.search.IndexLocations;
import picocli.CommandLine.Option;

/** Options of questions that are answered from an index. */
final class AnswerSearchOptions {
  private static final int DEFAULT_PASSAGES = 10;

  @Option(
      names = "--index",
      paramLabel = "DIR",
      description =
          "With --evaluate: answer the questions from the passages of this index, as search"
              + " --answers does, instead of from their paragraphs. Only passages in the language"
              + " of the paragraphs are searched, if their file states it.")
  private Optional<String> index = Optional.empty();

  @Option(
      names = "--pipeline",
      paramLabel = "P",
      description = "With --index: the pipeline of the search (default: that of the index).")
  private Optional<String> pipeline = Optional.empty();

  @Option(
      names = "--answer-passages",
      paramLabel = "N",
      description = "With --index: number of passages that are read (default: 10).")
  private Optional<Integer> passages = Optional.empty();

  @Option(
      names = "--answers-from",
      paramLabel = "SQUAD",
      description =
          "With --index: the right answers are those of the questions with the same ids in this"
              + " file, and passages in its language are searched: questions in one language,"
              + " answers in another.")
  private Optional<Path> answersFrom = Optional.empty();

  void validate(boolean evaluating) {
    if (index.isPresent() && !evaluating) {
      throw new IsoglossException(
          "--index needs --evaluate FILE; isogloss search --answers answers a single question");
    }
    if (index.isEmpty()
        && (pipeline.isPresent() || passages.isPresent() || answersFrom.isPresent())) {
      throw new IsoglossException("--pipeline, --answer-passages and --answers-from need --index");
    }
    passages.ifPresent(number -> OptionValidation.requireOneOrMore("--answer-passages", number));
  }

  boolean searches() {
    return index.isPresent();
  }

  /** Returns the file with the answers, if it is not the one with the questions. */
  Optional<Path> answersFrom() {
    return answersFrom;
  }

  /** Opens the index; the reader stays open when the engine is closed. */
  SearchEngine open(AnswerReader reader, InferenceOptions inference) {
    EngineBuilder builder =
        SearchEngine.at(IndexLocations.of(index.orElseThrow()))
            .threads(inference.threads())
            .device(inference.device())
            .answers(reader);
    pipeline.ifPresent(builder::pipeline);
    return builder.open();
  }

  /** Answers questions by searches in an open index. */
  QuestionAnswerer searching(SearchEngine engine) {
    return questions ->
        engine.searchAll(questions.stream().map(this::request).toList()).stream()
            .map(AnswerSearchOptions::prediction)
            .toList();
  }

  private SearchRequest request(AskedQuestion asked) {
    int read = passages.orElse(DEFAULT_PASSAGES);
    SearchRequest request =
        SearchRequest.of("")
            .withQuery(asked.query())
            .withLiteral(true)
            .withTop(read)
            .withAnswers(1, read);
    return asked.language().isUndetermined()
        ? request
        : request.withLanguages(List.of(new LanguageRange(asked.language(), Optional.empty())));
  }

  private static QuestionAnswerer.Prediction prediction(SearchResults results) {
    return results.answers().stream()
        .findFirst()
        .map(best -> new QuestionAnswerer.Prediction(best.text(), -best.score()))
        .orElse(new QuestionAnswerer.Prediction("", Double.POSITIVE_INFINITY));
  }

  /**
   * Returns questions with the paragraphs and answers of others that have the same ids.
   *
   * @throws IsoglossException if some have no counterpart
   */
  static List<AskedQuestion> withAnswersOf(
      Path file, List<AskedQuestion> questions, List<AskedQuestion> others) {
    Map<String, AskedQuestion> byId =
        others.stream()
            .collect(Collectors.toMap(AskedQuestion::id, Function.identity(), (a, b) -> a));
    return questions.stream()
        .map(
            asked -> {
              AskedQuestion other = byId.get(asked.id());
              if (other == null) {
                throw new IsoglossException(
                    InputPaths.displayName(file)
                        + ": has no question \""
                        + asked.id()
                        + "\", expected every question of the evaluated file");
              }
              Language language = other.language();
              return new AskedQuestion(
                  asked.query(), language, other.context(), other.references());
            })
        .toList();
  }
}
