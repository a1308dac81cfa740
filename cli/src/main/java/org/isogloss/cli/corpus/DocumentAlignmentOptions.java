// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import org.isogloss.mining.sentence.Bead;
import org.isogloss.mining.sentence.DocumentSentences;
import org.isogloss.mining.sentence.SentenceAligner;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code isogloss align --documents}, which aligns sentences instead of words. */
final class DocumentAlignmentOptions {
  /** How sentences are compared. */
  private enum Method {
    VECTORS,
    LENGTHS
  }

  @Option(
      names = "--documents",
      description =
          "Align the sentences of two documents, BITEXT and TARGET, plain text in two languages in the"
              + " same order. Prints sentence pairs as TSV, or writes --pairs or --links.")
  private boolean documents;

  @Option(
      names = "--pairs",
      paramLabel = "FILE",
      description =
          "With --documents: write the sentence pairs to this file: TMX (.tmx), XLIFF (.xlf), otherwise"
              + " TSV.")
  private Path pairs;

  @Option(
      names = "--by",
      paramLabel = "vectors|lengths",
      description =
          "With --documents: compare the vectors of an encoder (default), or the lengths, by Gale and"
              + " Church's method, which needs no model.")
  private Method method = Method.VECTORS;

  @Option(
      names = "--lines",
      description = "With --documents: each line is a sentence; lines are not split.")
  private boolean linesAreSentences;

  @Option(
      names = "--encoder",
      paramLabel = "MODEL",
      description =
          "With --documents: a model folder or the name of a shipped encoder (default:"
              + " ${DEFAULT-VALUE}).")
  private String encoder = Models.DEFAULT;

  @Mixin private DeviceOption device;

  /**
   * The sentences of a document.
   *
   * @param texts no blank ones
   * @param numbers the number of each, from 0, with --lines that of its line
   */
  private record Sentences(List<String> texts, List<Integer> numbers) {
    int size() {
      return texts.size();
    }

    String listed(int start, int end) {
      return numbers.subList(start, end).toString();
    }
  }

  /** Whether documents are aligned, and not words. */
  boolean isSelected() {
    return documents;
  }

  /**
   * Aligns two documents.
   *
   * @param links the file of the beads, {@code [0]:[0, 1]:0.25} on each line, as vecalign writes
   *     them; empty for none
   */
  void align(
      Console console,
      ReadingOptions common,
      LanguagePair languages,
      Path sourceFile,
      Path targetFile,
      Optional<Path> links) {
    OutputFileValidator.prepareWithFolders(console, pairs);
    Sentences source;
    Sentences target;
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      source = sentences(sourceFile, languages.source(), common, skipped);
      target = sentences(targetFile, languages.target(), common, skipped);
    }
    List<Bead> beads = align(source.texts(), target.texts(), common);
    if (links.isPresent()) {
      try (RecordWriter<String> writer = PlainTextLines.writer(links.get())) {
        writer.writeAllAndCommit(
            beads.stream().map(bead -> format(bead, source, target)).iterator());
      }
    }
    if (pairs != null || links.isEmpty()) {
      Path file = pairs == null ? Path.of("-") : pairs;
      try (RecordWriter<SentencePair> writer = Bitext.writer(file, languages)) {
        writer.writeAllAndCommit(
            DocumentSentences.pairs(beads, source.texts(), target.texts(), languages).iterator());
      }
    }
    long aligned = beads.stream().filter(Bead::isTranslation).count();
    console.note(
        "Aligned "
            + Console.formatCount(source.size(), "sentence", "sentences")
            + " with "
            + Console.formatCount(target.size())
            + ": "
            + Console.formatCount(aligned, "pair", "pairs")
            + ", "
            + Console.formatCount(beads.size() - aligned, "sentence", "sentences")
            + " without a translation");
  }

  private List<Bead> align(List<String> source, List<String> target, ReadingOptions common) {
    if (method == Method.LENGTHS) {
      return SentenceAligner.byLengths(source, target);
    }
    try (LoadedModel loaded = Models.open(encoder, device.inference(common))) {
      return SentenceAligner.byVectors(source, target, loaded.encoder());
    }
  }

  private Sentences sentences(
      Path file, Language language, ReadingOptions common, SkippedRecordReporter skipped) {
    try (Records<String> lines =
        PlainTextLines.read(file, common.onError).withPlaceholder("").onSkipped(skipped)) {
      List<String> texts = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      for (int number = 0; lines.hasNext(); number++) {
        String line = lines.next();
        if (linesAreSentences && !line.isBlank()) {
          texts.add(line);
          numbers.add(number);
        } else if (!linesAreSentences) {
          for (String sentence : DocumentSentences.split(line, language)) {
            numbers.add(texts.size());
            texts.add(sentence);
          }
        }
      }
      skipped.print(file, lines);
      return new Sentences(texts, numbers);
    }
  }

  private static String format(Bead bead, Sentences source, Sentences target) {
    return source.listed(bead.sourceStart(), bead.sourceEnd())
        + ":"
        + target.listed(bead.targetStart(), bead.targetEnd())
        + ":"
        + String.format(Locale.ROOT, "%.6f", bead.cost());
  }
}
