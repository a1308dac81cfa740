// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.OptionValidation;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.bitext.ScoredPair;
import org.isogloss.data.bitext.ScoredPairs;
import org.isogloss.engine.LoadedModel;
import org.isogloss.measure.crosslingual.MateRanks;
import org.isogloss.mining.MateRetrieval;
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
      "Prints TSV: line of the sentence, line of its mate, cosine, and both texts. Every"
          + " sentence is compared with every other; empty lines have no mates."
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

  @Mixin private EncoderModelOption model;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of mates of each sentence (default: ${DEFAULT-VALUE}).")
  private int top = 1;

  @Option(
      names = "--threshold",
      paramLabel = "SCORE",
      description = "Exclude mates with a lower cosine (default: none).")
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

  @Mixin private CommonOptions common;

  MatesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--top", top);
    OutputFileValidator.prepareWithFolders(console, to);
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
    float[][] sentenceVectors;
    float[][] candidateVectors;
    try (LoadedModel loaded = model.open(common)) {
      ProgressBar progress = console.progress("Encoding", "lines");
      int all = sentences.size() + candidates.size();
      sentenceVectors = encode(loaded.encoder(), sentences, progress, 0, all);
      candidateVectors = encode(loaded.encoder(), candidates, progress, sentences.size(), all);
      console.endProgress();
    }
    if (aligned) {
      console.print(
          accuracy("sentences to candidates", MateRanks.of(sentenceVectors, candidateVectors)));
      console.print(
          accuracy("candidates to sentences", MateRanks.of(candidateVectors, sentenceVectors)));
    } else {
      write(
          sentences,
          candidates,
          MateRetrieval.find(sentenceVectors, candidateVectors, top, common.threads));
    }
    return 0;
  }

  private List<String> lines(Path file, SkippedRecordReporter skipped) {
    try (Records<String> records = PlainTextLines.read(file, common.onError).onSkipped(skipped)) {
      List<String> lines = records.toList();
      skipped.print(file, records);
      return lines;
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

  private static String accuracy(String direction, MateRanks ranks) {
    return String.format(
        Locale.ROOT,
        "%-24s accuracy %.4f  MRR %.4f",
        direction,
        ranks.accuracy(),
        ranks.meanReciprocalRank());
  }

  private void write(
      List<String> sentences, List<String> candidates, List<List<MateRetrieval.Mate>> mates) {
    List<ScoredPair> pairs = new ArrayList<>();
    for (int i = 0; i < mates.size(); i++) {
      for (MateRetrieval.Mate mate : mates.get(i)) {
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
