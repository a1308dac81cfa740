// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.InputPaths;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.measure.answer.AnswerNormalizer;
import picocli.CommandLine.Option;

/** How answers are compared with the reference answers, and where they are written. */
final class AnswerEvaluationOptions {
  /** A definition of which answers are equal. */
  enum Normalization {
    SQUAD,
    MLQA
  }

  @Option(
      names = "--normalization",
      paramLabel = "squad|mlqa",
      description =
          "With --evaluate: whether answers are compared as SQuAD's script does it, in every"
              + " language (default), or as MLQA's, by the language in the name of the file.")
  private Optional<Normalization> normalization = Optional.empty();

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description =
          "With --normalization mlqa: language of the answers in files whose names do not state it.")
  private Optional<String> language = Optional.empty();

  @Option(
      names = "--predictions",
      paramLabel = "FILE.json",
      description =
          "With --evaluate and one file: write an object of question ids and answers, which the"
              + " scripts of SQuAD and MLQA read; - for standard output.")
  private Path predictions;

  /** Checks the options before the work. */
  void validate(Console console, List<Path> evaluated) {
    if (evaluated.isEmpty()
        && (normalization.isPresent() || language.isPresent() || predictions != null)) {
      throw new IsoglossException(
          "--normalization, --language and --predictions need --evaluate FILE");
    }
    if (language.isPresent() && !normalization.equals(Optional.of(Normalization.MLQA))) {
      throw new IsoglossException("--language needs --normalization mlqa");
    }
    if (predictions != null && evaluated.size() > 1) {
      throw new IsoglossException(
          "--predictions writes the answers of one file, found "
              + evaluated.size()
              + ": run the command once for each");
    }
    language.ifPresent(Language::of);
    evaluated.forEach(this::normalizer);
    OutputFileValidator.prepareWithFolders(console, predictions);
  }

  /**
   * Returns how the answers of a file are compared.
   *
   * @throws IsoglossException if the language is not known, or not one of MLQA
   */
  AnswerNormalizer normalizer(Path file) {
    return switch (normalization.orElse(Normalization.SQUAD)) {
      case SQUAD -> AnswerNormalizer.squad();
      case MLQA -> AnswerNormalizer.mlqa(language(file));
    };
  }

  private Language language(Path file) {
    return SquadDataset.Languages.findInFileName(file)
        .map(SquadDataset.Languages::context)
        .or(() -> language.map(Language::of))
        .orElseThrow(
            () ->
                new IsoglossException(
                    InputPaths.displayName(file)
                        + ": the language cannot be determined from this name, expected a name such"
                        + " as test-context-de-question-en.json: state it (--language)"));
  }

  /** Writes answers by the ids of their questions, if a file was given for them. */
  void write(Map<String, String> answers) {
    if (predictions == null) {
      return;
    }
    ObjectNode node = TaskJson.object();
    answers.forEach(node::put);
    try (RecordWriter<ObjectNode> writer =
        RecordWriter.open(predictions, (record, line) -> line.append(TaskJson.line(record)))) {
      writer.write(node);
      writer.commit();
    }
  }
}
