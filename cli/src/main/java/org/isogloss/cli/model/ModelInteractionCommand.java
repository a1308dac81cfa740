// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.TokenVectorStorage;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.neural.corpus.TrainingSources;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.rerank.LateInteractionFitter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code isogloss model interaction}. */
@Command(
    name = "interaction",
    mixinStandardHelpOptions = true,
    description = {
      "Make an encoder a late-interaction re-ranker: estimate from bitext the importance of"
          + " tokens, the mean vector of each language and the closeness of languages.",
      "",
      "Writes "
          + LateInteractionTables.FILE
          + " into the model's folder. The layers do not change; isogloss model export --to DIR"
          + " writes what search needs."
    })
final class ModelInteractionCommand implements Callable<Integer> {
  private static final String BITEXT = "bitext";

  /** Options that choose pairs of the bitext or describe it. */
  private static final List<String> OPTIONS_OF_BITEXT =
      List.of("--leave-out", "--sentences", "--encoded", "--shortest", "--bitext-licence");

  private final Console console;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "MODEL",
      description = "A folder of a transformer, or with --to the name of a shipped model.")
  private Path model;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "BITEXT",
      description =
          "Files with lines of source TAB target, plain or gzip, all with the same source"
              + " language, which the names state: en-de.tsv.gz. Without any, only"
              + " --tokens-per-vector changes.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--leave-out",
      split = ",",
      paramLabel = "SOURCE",
      description = "Skip pairs of these sources, the third column.")
  private List<String> leaveOut = new ArrayList<>();

  @Option(
      names = "--sentences",
      paramLabel = "N",
      description =
          "Count tokens in the first N pairs of each language (default: ${DEFAULT-VALUE}).")
  private int sentences = 5_000;

  @Option(
      names = "--encoded",
      paramLabel = "N",
      description = "Encode N of them (default: ${DEFAULT-VALUE}).")
  private int encoded = 250;

  @Option(
      names = "--shortest",
      paramLabel = "N",
      description =
          "Use pairs whose source has at least this number of characters (default:"
              + " ${DEFAULT-VALUE}).")
  private int minCharacters = 40;

  @Option(
      names = "--tokens-per-vector",
      paramLabel = "N",
      description =
          "Mean number of tokens that share a vector in an index, the mean of the vectors of similar"
              + " tokens of a passage; 1 stores a vector for each token (default: unchanged, 1 for"
              + " a new re-ranker).")
  private Optional<Integer> tokensPerVector = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Change a copy of the model, and write it to this folder.")
  private Optional<Path> to = Optional.empty();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "New name of the model (default: unchanged).")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--bitext-licence",
      paramLabel = "LICENCE",
      description = "Licence of the bitext, for the model's manifest.")
  private String bitextLicence = "";

  @Mixin private ReadingOptions common;

  @Mixin private DeviceOption device;

  ModelInteractionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    if (files.isEmpty()) {
      requireNoOptionsOfBitext();
    }
    OptionValidation.requireOneOrMore("--sentences", sentences);
    OptionValidation.requireOneOrMore("--encoded", encoded);
    tokensPerVector.ifPresent(
        count ->
            OptionValidation.requireOneTo(
                TokenVectorStorage.MAX_TOKENS_PER_VECTOR, "--tokens-per-vector", count));
    if (to.isPresent()) {
      try (ModelFolder source = ModelFolder.open(model.toString())) {
        AtomicFolder.create(
            to.get(),
            copy -> {
              source.copyInto(copy);
              change(copy);
            });
      }
    } else if (Files.isDirectory(model)) {
      change(model);
    } else {
      throw new IsoglossException(
          model + ": no such folder: give that of a model, or a shipped one with --to");
    }
    Path changed = to.orElse(model);
    console.note("Wrote " + changed.resolve(LateInteractionTables.FILE));
    return 0;
  }

  private void requireNoOptionsOfBitext() {
    for (String option : OPTIONS_OF_BITEXT) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new IsoglossException(
            option + ": applies to bitext, of which none is given: add bitext, or omit the option");
      }
    }
  }

  private void change(Path path) {
    try (ModelFolder folder = ModelFolder.open(path)) {
      ModelManifest manifest = manifest(folder);
      LateInteractionTables tables = files.isEmpty() ? existing(folder) : estimated(folder);
      tokensPerVector.map(tables::withTokensPerVector).orElse(tables).write(path);
      manifest.write(path);
    }
  }

  private LateInteractionTables existing(ModelFolder folder) {
    if (tokensPerVector.isEmpty()) {
      throw new IsoglossException(
          "neither bitext nor --tokens-per-vector is given, expected one of them");
    }
    return LateInteractionTables.find(folder)
        .orElseThrow(
            () ->
                new IsoglossException(
                    model
                        + ": has no "
                        + LateInteractionTables.FILE
                        + " to change: give bitext, from which it is estimated"));
  }

  private LateInteractionTables estimated(ModelFolder folder) {
    SequencedMap<Language, LateInteractionFitter.ParallelSentences> languages =
        new LinkedHashMap<>();
    Language pivot = LanguagePair.fromFileName(files.getFirst()).source();
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        LanguagePair pair = LanguagePair.fromFileName(file);
        if (!pair.source().equals(pivot)) {
          throw new IsoglossException(
              file
                  + " is from "
                  + pair.source().name()
                  + ", expected "
                  + pivot.name()
                  + " as in "
                  + files.getFirst()
                  + ": give files with the same source language");
        }
        if (languages.put(pair.target(), read(file, pair, skipped)) != null) {
          throw new IsoglossException(
              file
                  + ": another file is also from "
                  + pivot.name()
                  + " to "
                  + pair.target().name()
                  + ": give one file for each language");
        }
      }
    }
    try (LateInteractionFitter fit = new LateInteractionFitter(folder, device.inference(common))) {
      return fit.fit(pivot, languages, encoded, this::report);
    }
  }

  private ModelManifest manifest(ModelFolder folder) {
    ModelManifest base = folder.manifest();
    String pooling = tokensPerVector.map(count -> ", " + count + " tokens per vector").orElse("");
    String without = leaveOut.isEmpty() ? "" : " without " + String.join(", ", leaveOut);
    String estimate =
        files.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                ": of each language %,d pairs%s whose source has %d characters or more, %,d of them"
                    + " encoded",
                sentences,
                without,
                minCharacters,
                encoded);
    String recipe = "isogloss model interaction" + estimate + pooling;
    TrainingSources bitext = new TrainingSources(Map.of(BITEXT, bitextLicence));
    files.forEach(file -> bitext.file(BITEXT, file));
    List<ProvenanceSource> sources = new ArrayList<>();
    sources.add(new ProvenanceSource(base.name(), folder.fingerprint(), base.licence()));
    sources.addAll(bitext.list());
    return new ModelManifest(
        name.orElse(base.name()),
        base.licence(),
        base.encoding(),
        base.vocabulary(),
        Optional.empty(),
        // Shared vectors keep the scale of scores; other tables do not.
        files.isEmpty() ? base.probability() : Optional.empty(),
        new Provenance(recipe, 0, sources));
  }

  private LateInteractionFitter.ParallelSentences read(
      Path file, LanguagePair pair, SkippedRecordReporter skipped) {
    List<String> sources = new ArrayList<>();
    List<String> targets = new ArrayList<>();
    try (Records<SentencePair> pairs = Bitext.read(file, pair, common.onError).onSkipped(skipped)) {
      while (sources.size() < sentences && pairs.hasNext()) {
        SentencePair next = pairs.next();
        if (next.source().length() >= minCharacters && !leaveOut.contains(next.origin())) {
          sources.add(next.source());
          targets.add(next.target());
        }
      }
      skipped.print(file, pairs);
    }
    if (sources.isEmpty()) {
      throw new IsoglossException(
          file
              + ": has no pair whose source has "
              + minCharacters
              + " characters or more after exclusions: give a smaller --shortest, or omit this"
              + " file");
    }
    return new LateInteractionFitter.ParallelSentences(sources, targets);
  }

  private void report(Language language, float closeness) {
    console.note(String.format(Locale.ROOT, "%s: closeness %.3f", language.name(), closeness));
  }
}
