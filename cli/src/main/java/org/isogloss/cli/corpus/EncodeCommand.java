// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.vector.NpyWriter;
import org.isogloss.engine.LoadedModel;
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
            + " vector of line i.")
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
          "Write the vectors to this file: float32[lines, dimension]; - for standard output.")
  private Path to;

  @Mixin private EncoderModelOption model;

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
    try (LoadedModel loaded = model.open(common);
        SkippedRecordReporter skipped = common.skipReport(console);
        Records<String> lines =
            PlainTextLines.read(file, common.onError).onSkipped(skipped).withPlaceholder("");
        NpyWriter writer = NpyWriter.create(to, loaded.encoder().dimension())) {
      Encoder encoder = loaded.encoder();
      ProgressBar progress = console.progress("Encoding", "lines");
      List<String> batch = new ArrayList<>(BATCH);
      while (lines.hasNext()) {
        batch.add(lines.next());
        if (batch.size() == BATCH || !lines.hasNext()) {
          for (float[] vector : encoder.encode(batch, role)) {
            writer.write(vector);
          }
          batch.clear();
          progress.update(lines.readCount(), 0);
        }
      }
      console.endProgress();
      writer.commit();
      skipped.print(file, lines);
      console.note(
          "Encoded "
              + Console.formatCount(lines.readCount(), "line", "lines")
              + " in "
              + encoder.dimension()
              + " dimensions into "
              + OutputFileValidator.displayName(to));
    }
    return 0;
  }
}
