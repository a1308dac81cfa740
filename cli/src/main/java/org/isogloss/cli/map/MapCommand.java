// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.map;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.EncoderModelOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.engine.LoadedModel;
import org.isogloss.measure.report.ScatterPlotPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss map}. */
@Command(
    name = "map",
    mixinStandardHelpOptions = true,
    description = {
      "Draw texts as points of the plane, such that texts with similar vectors are close.",
      "",
      "Each language has a colour. The HTML page shows a text on hover, hides and shows languages,"
          + " and zooms; it needs no network."
    })
public final class MapCommand implements Callable<Integer> {
  private static final int BATCH = 1024;

  private final Console console;

  @Mixin private MapTextOptions input;
  @Mixin private EncoderModelOption model;

  @Mixin private DeviceOption device;

  @Option(
      names = "--role",
      paramLabel = "query|passage",
      description = "Encode the texts as queries or as passages (default: passage).")
  private Role role = Role.PASSAGE;

  @Mixin private MapMethodOptions method;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write the picture to this file: a page if the name ends in .html, SVG if it ends in"
              + " .svg or has no extension; may be repeated; - for standard output.")
  private List<Path> to = List.of();

  @Option(
      names = "--json",
      description = "Print the coordinates and all other values as one JSON object.")
  private boolean json;

  @Option(
      names = "--tsv",
      description =
          "Print a line for each text: x, y, language, file, id or line number, and the text.")
  private boolean tsv;

  @Mixin private ReadingOptions common;

  MapCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    input.validate();
    method.validate();
    validateOutput();
    try (LoadedModel loaded = model.open(device.inference(common))) {
      List<MapText> texts = new ArrayList<>();
      float[][] vectors = encode(input.read(common, console), loaded.encoder(), texts);
      TextMap map =
          new TextMap(
              loaded.folder().manifest().name(),
              texts,
              method.reduce(vectors, common, console),
              input.parallel());
      print(map);
      to.forEach(file -> write(map, file));
    }
    return 0;
  }

  private void validateOutput() {
    if (to.isEmpty() && !json && !tsv) {
      throw new IsoglossException(
          "nothing to write: give --to FILE.svg, --to FILE.html, --json or --tsv");
    }
    if (json && tsv) {
      throw new IsoglossException("--json and --tsv both print the points: omit one");
    }
    for (Path file : to) {
      String name = file.toString().toLowerCase(Locale.ROOT);
      int dot = name.lastIndexOf('.');
      if (dot > name.lastIndexOf(file.getFileSystem().getSeparator())
          && !isPage(file)
          && !name.endsWith(".svg")) {
        throw new IsoglossException(
            "--to is " + file + ", expected a name that ends in .svg or .html");
      }
    }
    OutputFileValidator.prepareWithFolders(console, to.toArray(Path[]::new));
  }

  private static boolean isPage(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".html") || name.endsWith(".htm");
  }

  /**
   * Encodes texts.
   *
   * @param encoded receives the texts, without those of which the model knows no token
   */
  private float[][] encode(List<MapText> texts, Encoder encoder, List<MapText> encoded) {
    ProgressBar progress = console.progress("Encoding", "texts");
    List<float[]> vectors = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += BATCH) {
      List<MapText> batch = texts.subList(from, Math.min(from + BATCH, texts.size()));
      float[][] rows = encoder.encode(batch.stream().map(MapText::text).toList(), role);
      for (int i = 0; i < rows.length; i++) {
        if (Encoder.isNonZero(rows[i])) {
          vectors.add(rows[i]);
          encoded.add(batch.get(i));
        }
      }
      progress.update(from + batch.size(), texts.size());
    }
    console.endProgress();
    int unknown = texts.size() - encoded.size();
    if (unknown > 0) {
      console.note(
          "Left out "
              + Console.formatCount(unknown, "text", "texts")
              + " of which the model knows no token");
    }
    return vectors.toArray(float[][]::new);
  }

  private void print(TextMap map) {
    if (json) {
      console.printJson(map.json());
    } else if (tsv) {
      map.tsv().forEach(console::printData);
    } else {
      map.parallelDistance()
          .ifPresent(
              distance -> {
                console.printRow(
                    "translations",
                    String.format(Locale.ROOT, "mean distance %.3f", distance.parallel()));
                console.printRow(
                    "all texts", String.format(Locale.ROOT, "mean distance %.3f", distance.all()));
                console.printRow("ratio", String.format(Locale.ROOT, "%.4f", distance.ratio()));
              });
    }
  }

  private void write(TextMap map, Path file) {
    if (isPage(file)) {
      new ScatterPlotPage(map.plot()).write(file);
    } else {
      map.plot().write(file);
    }
    console.note("Wrote " + OutputFileValidator.displayName(file));
  }
}
