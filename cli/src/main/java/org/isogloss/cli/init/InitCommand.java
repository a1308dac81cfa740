// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.init;

import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.ProjectFile;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.engine.Models;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss init}. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Look at a collection, propose how to index it, and write the options to isogloss.yaml in"
          + " this folder, which the other commands read.",
      "",
      "Asks for the collection and for each proposal; an empty answer accepts it. With --yes, takes"
          + " all proposals."
    })
public final class InitCommand implements Callable<Integer> {
  private static final int MAX_KINDS = 12;

  private final Console console;

  @Parameters(
      paramLabel = "COLLECTION",
      arity = "0..1",
      description =
          "The folder or file with the documents (default: it is asked for; with --yes, this folder).")
  private Optional<Path> collection = Optional.empty();

  @Option(
      names = {"-y", "--yes"},
      description = "Ask nothing, and take all proposals.")
  private boolean yes;

  @Option(names = "--force", description = "Replace an existing isogloss.yaml.")
  private boolean force;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "The folder of isogloss.yaml (default: this folder).")
  private Path folder = Path.of("");

  InitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path file = folder.resolve(ProjectFile.NAME);
    if (Files.exists(file) && !force) {
      throw new IsoglossException(file + ": already exists; edit it, or replace it with --force");
    }
    BufferedReader answers =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Path found =
        collection.orElseGet(() -> Path.of(ask(answers, "Folder or file with documents", ".")));
    Optional<FieldGuess> fields = Optional.empty();
    CollectionSurvey survey;
    try {
      survey = CollectionSurvey.of(found, FieldNames.DOCUMENTS);
    } catch (IsoglossException e) {
      fields = FieldGuess.of(found);
      survey = CollectionSurvey.of(found, fields.orElseThrow(() -> e).names());
    }
    print(survey, fields);
    Proposal proposal = confirm(answers, Proposal.of(found, survey, fields));
    write(file, proposal.toYaml());
    console.print("Wrote " + file + ". Next:");
    console.print("  isogloss index");
    console.print("  isogloss search \"...\"");
    return 0;
  }

  private void print(CollectionSurvey survey, Optional<FieldGuess> fields) {
    console.printRow("format", survey.format().description());
    if (!survey.files().isEmpty()) {
      console.printRow("files", counts(survey.files(), Function.identity()));
    }
    console.printRow(
        "documents",
        Console.formatCount(survey.documents())
            + (survey.complete() ? "" : " or more; languages and fields are those of the first"));
    survey
        .firstProblem()
        .ifPresent(
            problem ->
                console.printRow(
                    "malformed",
                    Console.formatCount(survey.malformed(), "record", "records")
                        + ", the first at "
                        + problem));
    if (survey.skipped().count() > 0) {
      console.printRow(
          "other files",
          Console.formatCount(survey.skipped().count()) + ": " + survey.skipped().summary());
    }
    console.printRow(
        "languages",
        counts(survey.languages(), InitCommand::name)
            + (survey.stated() == survey.documents() ? ", as the documents state" : ""));
    fields.ifPresent(
        names ->
            console.printRow(
                "keys",
                "id is "
                    + names.id()
                    + names.title().map(title -> ", title is " + title).orElse("")
                    + ", text is "
                    + names.text()));
    if (!survey.fields().isEmpty()) {
      console.printRow(
          "fields",
          survey.fields().entrySet().stream()
              .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
              .collect(joining(", ")));
    }
  }

  private static String name(Language language) {
    return language.isUndetermined() ? "not identified" : language.tag();
  }

  private static <K> String counts(Map<K, Long> counts, Function<K, String> name) {
    String listed =
        counts.entrySet().stream()
            .limit(MAX_KINDS)
            .map(entry -> name.apply(entry.getKey()) + " " + Console.formatCount(entry.getValue()))
            .collect(joining(", "));
    return counts.size() > MAX_KINDS ? listed + ", and others" : listed;
  }

  private Proposal confirm(BufferedReader answers, Proposal proposed) {
    Proposal proposal = proposed.withIndex(ask(answers, "Folder of the index", proposed.index()));
    String model =
        ask(answers, "Model: compact, tiny (faster, less accurate), none", proposal.model());
    if (!model.equals(Models.NONE) && !Models.exists(model)) {
      throw new IsoglossException(
          "there is no model " + model + ", expected compact, tiny, none or a model folder");
    }
    proposal = proposal.withModel(model);
    String identified = "identified for each document";
    String language =
        ask(
            answers,
            "Language of all documents",
            proposal.language().map(Language::tag).orElse(identified));
    return proposal.withLanguage(
        language.equals(identified) ? Optional.empty() : Optional.of(Language.of(language)));
  }

  /** Returns the answer to a question, or what is proposed if the answer is empty. */
  private String ask(BufferedReader answers, String question, String proposed) {
    if (yes) {
      return proposed;
    }
    console.prompt(question + " [" + proposed + "]: ");
    try {
      String answer = answers.readLine();
      if (answer == null) {
        throw new IsoglossException(
            "the input ended before all questions were answered; --yes takes all proposals");
      }
      return answer.isBlank() ? proposed : answer.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }
}
