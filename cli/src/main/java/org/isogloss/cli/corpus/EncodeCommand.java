// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.vector.NpyWriter;
import org.isogloss.engine.LoadedModel;
import org.isogloss.engine.Models;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss encode}. */
@Command(
    name = "encode",
    mixinStandardHelpOptions = true,
    description =
        "Encode the lines of a file as vectors: row i of the NumPy file is the unit-length"
            + " vector of line i; or as weights of terms by a sparse model, in lines of JSON.")
public final class EncodeCommand implements Callable<Integer> {
  private static final int BATCH = 1024;

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      description = "One text on each line, UTF-8, plain or gzip; - for standard input.")
  private Path file;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE.npy",
      description =
          "Write the vectors to this file: float32[lines, dimension], or with --sparse an array of"
              + " index, term and value on each line; - for standard output.")
  private Path to;

  @Option(
      names = "--sparse",
      description =
          "Write the weights of the terms of each line, by a model such as SPLADE or BGE-M3.")
  private boolean sparse;

  @Mixin private EncoderModelOption model;

  @Mixin private DeviceOption device;

  @Option(
      names = "--role",
      paramLabel = "query|passage",
      description = "Encode the texts as queries or as passages (default: passage).")
  private Role role = Role.PASSAGE;

  @Mixin private ReadingOptions common;

  EncodeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OutputFileValidator.prepare(console, to);
    if (sparse) {
      encodeSparse();
    } else {
      encodeDense();
    }
    return 0;
  }

  private void encodeDense() {
    try (LoadedModel loaded = model.open(device.inference(common));
        NpyWriter writer = NpyWriter.create(to, loaded.encoder().dimension())) {
      Encoder encoder = loaded.encoder();
      long count =
          forEachBatch(
              batch -> {
                for (float[] vector : encoder.encode(batch, role)) {
                  writer.write(vector);
                }
              });
      writer.commit();
      report(count, encoder.dimension() + " dimensions");
    }
  }

  private void encodeSparse() {
    try (SparseEncoder encoder = Models.openSparse(model.name(), device.inference(common));
        SparseVectorLines writer = new SparseVectorLines(to, encoder)) {
      long count = forEachBatch(batch -> encoder.encode(batch, role).forEach(writer::write));
      writer.commit();
      report(count, "weights of terms");
    }
  }

  /** Reads the lines and returns their number. */
  private long forEachBatch(Consumer<List<String>> action) {
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<String> lines =
            PlainTextLines.read(file, common.onError).onSkipped(skipped).withPlaceholder("")) {
      ProgressBar progress = console.progress("Encoding", "lines");
      List<String> batch = new ArrayList<>(BATCH);
      while (lines.hasNext()) {
        batch.add(lines.next());
        if (batch.size() == BATCH || !lines.hasNext()) {
          action.accept(batch);
          batch.clear();
          progress.update(lines.readCount(), 0);
        }
      }
      console.endProgress();
      skipped.print(file, lines);
      return lines.readCount();
    }
  }

  private void report(long count, String what) {
    console.note(
        "Encoded "
            + Console.formatCount(count, "line", "lines")
            + " in "
            + what
            + " into "
            + OutputFileValidator.displayName(to));
  }
}
