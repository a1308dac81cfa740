package org.isogloss.cli.option;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The tables of translations that an index is given. */
public final class TranslationTableOption {
  @Option(
      names = "--table",
      paramLabel = "FILE",
      description =
          "A table of translations that align wrote, by which psq and translate search; may be"
              + " repeated, for two other languages each time.")
  public List<Path> files = List.of();
}
