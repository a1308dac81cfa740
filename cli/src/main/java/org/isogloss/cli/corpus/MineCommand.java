// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.OutputFile;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;
import org.isogloss.engine.LoadedModel;
import org.isogloss.mining.MiningListener;
import org.isogloss.mining.MiningOptions;
import org.isogloss.mining.MiningSession;
import org.isogloss.mining.NeighbourSearchMethod;
import org.isogloss.mining.corpus.EncodedLines;
import org.isogloss.mining.corpus.LineCounts;
import org.isogloss.mining.corpus.LongLinePolicy;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.scoring.MinedPair;
import org.isogloss.options.MarginOptions;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss mine}. */
@Command(
    name = "mine",
    mixinStandardHelpOptions = true,
    description = {
      "Find the sentences of two files that are translations of each other, while most have no"
          + " translation.",
      "",
      "Writes TSV, best pairs first: score and both texts; or TMX or XLIFF. The margin score compares"
          + " the cosine of a pair with those of its sentences to their nearest neighbours in the other"
          + " file. Without --threshold, all pairs are written, and a threshold is proposed."
    })
public final class MineCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "SOURCE",
      description = "One sentence on each line, UTF-8, plain or gzip.")
  private Path sourceFile;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "The sentences in the other language.")
  private Path targetFile;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE",
      description =
          "Write the pairs to this file: TMX if its name ends in .tmx, XLIFF 1.2 if in .xlf, otherwise"
              + " TSV; compressed if the name ends in .gz.")
  private Path to;

  @Option(
      names = "--languages",
      paramLabel = "PAIR",
      description =
          "TMX and XLIFF: the languages of both files, such as de-en (default: the extensions of their"
              + " names).")
  private String languages;

  @Mixin private EncoderModelOption model;

  @Mixin private DeviceOption device;

  @Mixin private MarginOptions scoring;

  @Option(
      names = "--proposed-threshold",
      description = "Write only the pairs above the proposed threshold.")
  private boolean usesProposedThreshold;

  @Option(
      names = "--one-to-one",
      description = "Use no sentence in two pairs; always so with max and intersection.")
  private boolean oneToOne;

  @Option(
      names = "--best",
      paramLabel = "N",
      description = "Write at most the N best pairs (default: all).")
  private int maxPairs = Integer.MAX_VALUE;

  @Option(
      names = "--line-numbers",
      description = "Write the numbers of both lines before the score.")
  private boolean lineNumbers;

  @Option(
      names = "--long-lines",
      paramLabel = "skip|cut",
      description =
          "Skip and count lines that are longer than the model reads (default), or truncate"
              + " them.")
  private LongLinePolicy longLines = LongLinePolicy.SKIP;

  @Option(
      names = "--search",
      paramLabel = "by-size|exact|cells",
      description =
          "Search neighbours exactly, or approximately in the nearest cells (IVF); by-size"
              + " (default): exactly up to two million lines a side.")
  private NeighbourSearchMethod search = NeighbourSearchMethod.BY_SIZE;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Folder of intermediate vectors and neighbours, from which a killed run continues"
              + " (default: FILE.tsv.work).")
  private Path work;

  @Option(
      names = "--keep-work",
      description = "Keep the folder: another margin, selection or threshold then takes seconds.")
  private boolean keepWork;

  @Mixin private ReadingOptions common;

  MineCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--best", maxPairs);
    if (usesProposedThreshold && scoring.threshold() != Double.NEGATIVE_INFINITY) {
      throw new IsoglossException("--threshold and --proposed-threshold exclude each other");
    }
    OutputFileValidator.prepareWithFolders(console, to);
    MinedPairWriter writer = MinedPairWriter.of(to, sourceFile, targetFile, languages, lineNumbers);
    MiningOptions options =
        MiningOptions.defaults()
            .withNeighbours(scoring.neighbours())
            .withLongLines(longLines)
            .withOnError(common.onError)
            .withSearch(search)
            .withThreads(common.threads);
    Path folder = work == null ? defaultWork() : work;
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      mine(folder, options, skipped, writer);
    }
    return 0;
  }

  private void mine(
      Path folder, MiningOptions options, SkippedRecordReporter skipped, MinedPairWriter writer) {
    Progress progress = new Progress(skipped);
    long started = System.nanoTime();
    try (LoadedModel loaded = model.open(device.inference(common));
        MiningSession mining =
            OptionHint.add(
                "--work DIR",
                OptionHint.concerning(folder),
                () ->
                    MiningSession.open(
                        folder, sourceFile, targetFile, loaded.encoder(), options, progress))) {
      console.endProgress();
      long encoded = System.nanoTime();
      report(sourceFile, mining.source());
      report(targetFile, mining.target());
      skipped.print(
          InputPaths.displayName(sourceFile) + " and " + InputPaths.displayName(targetFile),
          mining.source().counts().malformed() + mining.target().counts().malformed());
      BidirectionalNeighbours found = mining.findNeighbours(progress);
      console.endProgress();
      long searched = System.nanoTime();
      write(mining, selectPairs(mining, found), writer);
      console.note(
          "This run took "
              + time(started, encoded)
              + " to encode, "
              + time(encoded, searched)
              + " to search, "
              + time(searched, System.nanoTime())
              + " to select and write pairs");
      if (!keepWork) {
        mining.delete();
      }
    }
  }

  private Path defaultWork() {
    if (OutputFile.isStandardOutput(to) || (Files.exists(to) && !Files.isRegularFile(to))) {
      throw new IsoglossException(
          "--to "
              + to
              + " is not a regular file: give a folder for intermediate files with"
              + " --work");
    }
    return to.resolveSibling(to.getFileName() + ".work");
  }

  private static String time(long from, long to) {
    return Console.formatDuration(Duration.ofNanos(to - from));
  }

  private List<MinedPair> selectPairs(MiningSession mining, BidirectionalNeighbours found) {
    List<MinedPair> pairs = found.pairs(scoring.margin(), scoring.selection());
    if (oneToOne) {
      pairs = BidirectionalNeighbours.oneToOne(pairs);
    }
    double threshold = scoring.threshold();
    if (threshold == Double.NEGATIVE_INFINITY) {
      ThresholdProposal proposal = ThresholdProposal.of(pairs, scoring.margin());
      proposal.print(
          console,
          pair ->
              mining.source().text(pair.source()) + "  |  " + mining.target().text(pair.target()));
      if (usesProposedThreshold) {
        threshold = proposal.require();
      }
    }
    int count = 0;
    while (count < Math.min(maxPairs, pairs.size()) && pairs.get(count).score() >= threshold) {
      count++;
    }
    return pairs.subList(0, count);
  }

  private void write(MiningSession mining, List<MinedPair> pairs, MinedPairWriter writer) {
    writer.write(mining.source(), mining.target(), pairs);
    String scores =
        pairs.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                ", scores %.4f to %.4f",
                pairs.getFirst().score(),
                pairs.getLast().score());
    console.note(
        "Wrote "
            + Console.formatCount(pairs.size(), "pair", "pairs")
            + scores
            + ", to "
            + OutputFileValidator.displayName(to));
  }

  private void report(Path file, EncodedLines lines) {
    LineCounts counts = lines.counts();
    List<String> skipped = new ArrayList<>();
    addSkipped(skipped, counts.blank(), "blank");
    addSkipped(skipped, counts.repeated(), "repeated");
    addSkipped(skipped, counts.tooLong(), "longer than the model reads");
    addSkipped(skipped, counts.unknown(), "without any token of the vocabulary");
    console.note(
        file
            + ": "
            + Console.formatCount(counts.lines(), "line", "lines")
            + (skipped.isEmpty() ? "" : "; skipped " + String.join(", ", skipped)));
  }

  private static void addSkipped(List<String> skipped, long count, String reason) {
    if (count > 0) {
      skipped.add(Console.formatCount(count) + " " + reason);
    }
  }

  /** Shows a progress bar for each file, then one for the search. */
  private final class Progress implements MiningListener {
    private Path file;
    private ProgressBar bar = ProgressBar.NONE;
    private boolean searching;
    private final SkippedRecordReporter skipped;

    Progress(SkippedRecordReporter skipped) {
      this.skipped = skipped;
    }

    @Override
    public void lineSkipped(FormatException problem) {
      skipped.accept(problem);
    }

    @Override
    public synchronized void encodingProgress(
        Path currentFile, long resumedLines, long lines, double fraction) {
      if (!currentFile.equals(file)) {
        file = currentFile;
        bar =
            console
                .progress("Encoding " + currentFile.getFileName(), "lines")
                .startingAt(resumedLines);
      }
      bar.update(lines, fraction > 0 ? Math.round(lines / fraction) : 0);
    }

    @Override
    public synchronized void searchProgress(long resumedLines, long lines, long total) {
      if (!searching) {
        searching = true;
        bar = console.progress("Searching", "lines").startingAt(resumedLines);
      }
      bar.update(lines, total);
    }
  }
}
