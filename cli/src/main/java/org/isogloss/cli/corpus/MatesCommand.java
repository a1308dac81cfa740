// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.corpus.BiclaSentences.Lines;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.bitext.ScoredPair;
import org.isogloss.data.bitext.ScoredPairs;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.measure.crosslingual.MateRanks;
import org.isogloss.mining.MateListener;
import org.isogloss.mining.MateRetrieval;
import org.isogloss.mining.MateRetrieval.Mate;
import org.isogloss.mining.PairwiseScores;
import org.isogloss.mining.VectorScores;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss mates}. */
@Command(
    name = "mates",
    mixinStandardHelpOptions = true,
    description = {
      "Find for every sentence of a file the most similar sentences of another file.",
      "",
      "Prints TSV: line of the sentence, line of its mate, score, and both texts. Every sentence"
          + " is compared with every other; empty lines have no mates. The score is the cosine of"
          + " an encoder's vectors, or the score that a BiCLA model gives the pair."
    })
public final class MatesCommand implements Callable<Integer> {
  private static final int BATCH = 1024;

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "SENTENCES",
      description = "One sentence on each line, UTF-8, plain or gzip; - for standard input.")
  private Path sentenceFile;

  @Parameters(
      index = "1",
      paramLabel = "CANDIDATES",
      description = "The candidates, in another language.")
  private Path candidateFile;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "The folder of an encoder or of a BiCLA model, or the name of a shipped encoder (default:"
              + " ${DEFAULT-VALUE}).")
  private String model = Models.DEFAULT;

  @Option(
      names = "--languages",
      paramLabel = "PAIR",
      description =
          "BiCLA models: languages of the sentences and of the candidates, such as de-en (default:"
              + " the extension of each file if the model has this language, otherwise the language"
              + " of the model that knows most words of the file).")
  private String languages;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of mates of each sentence (default: ${DEFAULT-VALUE}).")
  private int top = 1;

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description = "Exclude mates with a lower score (default: none).")
  private double threshold = Double.NEGATIVE_INFINITY;

  @Option(
      names = "--to",
      paramLabel = "FILE.tsv",
      description = "Write the mates to this file (default: standard output).")
  private Path to;

  @Option(
      names = "--aligned",
      description =
          "The files are line-aligned translations: print instead how many sentences retrieve"
              + " their translation.")
  private boolean aligned;

  @Mixin private ReadingOptions common;

  @Mixin private DeviceOption device;

  MatesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--top", top);
    OutputFileValidator.prepareWithFolders(console, to);
    Optional<LanguagePair> pair = BiclaSentences.languages(languages);
    List<String> sentences;
    List<String> candidates;
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      sentences = lines(sentenceFile, skipped);
      candidates = lines(candidateFile, skipped);
    }
    if (aligned && sentences.size() != candidates.size()) {
      throw new IsoglossException(
          candidateFile
              + " has "
              + candidates.size()
              + " lines, expected "
              + sentences.size()
              + ", as many as "
              + sentenceFile);
    }
    PairwiseScores scores = scores(sentences, candidates, pair);
    MateListener progress = console.progress("Comparing", "pairs")::update;
    if (aligned) {
      MateRetrieval.AlignedRanks ranks = MateRetrieval.ranks(scores, common.threads, progress);
      console.endProgress();
      printAccuracy("sentences to candidates", ranks.candidates());
      printAccuracy("candidates to sentences", ranks.sentences());
    } else {
      List<List<Mate>> mates = MateRetrieval.find(scores, top, common.threads, progress);
      console.endProgress();
      write(sentences, candidates, mates);
    }
    return 0;
  }

  private List<String> lines(Path file, SkippedRecordReporter skipped) {
    // A skipped line is empty, so that the others keep their numbers.
    try (Records<String> records =
        PlainTextLines.read(file, common.onError).onSkipped(skipped).withPlaceholder("")) {
      List<String> lines = records.toList();
      skipped.print(file, records);
      return lines;
    }
  }

  private PairwiseScores scores(
      List<String> sentences, List<String> candidates, Optional<LanguagePair> pair) {
    try (ModelFolder folder = ModelFolder.open(model)) {
      if (folder.kind() == ModelFolder.Kind.BICLA) {
        return new BiclaSentences(folder, console)
            .scores(
                new Lines(sentenceFile, pair.map(LanguagePair::source), sentences),
                new Lines(candidateFile, pair.map(LanguagePair::target), candidates));
      }
    }
    if (pair.isPresent()) {
      throw new IsoglossException(
          "--languages is for BiCLA models, and " + model + " is none: omit --languages");
    }
    try (LoadedModel loaded = Models.open(model, device.inference(common))) {
      ProgressBar progress = console.progress("Encoding", "lines");
      int all = sentences.size() + candidates.size();
      float[][] first = encode(loaded.encoder(), sentences, progress, 0, all);
      float[][] second = encode(loaded.encoder(), candidates, progress, sentences.size(), all);
      console.endProgress();
      return new VectorScores(first, second);
    }
  }

  private static float[][] encode(
      Encoder encoder, List<String> texts, ProgressBar progress, int done, int all) {
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += BATCH) {
      List<String> batch = texts.subList(from, Math.min(from + BATCH, texts.size()));
      // Both sides are sentences, so both are encoded as queries.
      vectors.addAll(List.of(encoder.encode(batch, Role.QUERY)));
      progress.update(done + vectors.size(), all);
    }
    return vectors.toArray(float[][]::new);
  }

  private void printAccuracy(String direction, int[] ranksOfMates) {
    MateRanks ranks = MateRanks.ofRanks(ranksOfMates);
    console.print(
        String.format(
            Locale.ROOT,
            "%-24s accuracy %.4f  MRR %.4f",
            direction,
            ranks.accuracy(),
            ranks.meanReciprocalRank()));
  }

  private void write(List<String> sentences, List<String> candidates, List<List<Mate>> mates) {
    List<ScoredPair> pairs = new ArrayList<>();
    for (int i = 0; i < mates.size(); i++) {
      for (Mate mate : mates.get(i)) {
        if (mate.score() >= threshold) {
          int j = mate.candidate();
          pairs.add(
              new ScoredPair(i + 1, j + 1, mate.score(), sentences.get(i), candidates.get(j)));
        }
      }
    }
    if (to == null) {
      pairs.forEach(pair -> console.printData(ScoredPairs.formatLine(pair)));
      return;
    }
    try (RecordWriter<ScoredPair> writer = ScoredPairs.writer(to)) {
      pairs.forEach(writer::write);
      writer.commit();
    }
    console.note(
        "Wrote "
            + Console.formatCount(pairs.size(), "pair", "pairs")
            + " to "
            + OutputFileValidator.displayName(to));
  }
}
