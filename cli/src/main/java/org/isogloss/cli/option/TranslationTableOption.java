// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The translation tables of an index. */
public final class TranslationTableOption {
  @Option(
      names = "--table",
      paramLabel = "FILE",
      description =
          "A translation table written by align, for psq and translate; may be repeated for"
              + " other language pairs.")
  public List<Path> files = List.of();
}
