// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import java.util.function.Supplier;
import org.isogloss.data.SymbolicLinks;
import picocli.CommandLine.Option;

/** The option of commands that read folders of documents. */
public final class SymbolicLinkOption {
  @Option(
      names = "--follow-links",
      description =
          "Follow all symbolic links in folders. Default: only links to files in the same folder"
              + " or below it; others are skipped and listed.")
  private boolean followed;

  /** The links that are followed. */
  public SymbolicLinks links() {
    return followed ? SymbolicLinks.ALL : SymbolicLinks.WITHIN_FOLDER;
  }

  /** Adds this option to the message about a folder whose documents are links. */
  public static <T> T hint(Supplier<T> action) {
    return OptionHint.add(
        "--follow-links", failure -> SymbolicLinks.isReasonOf(failure.getMessage()), action);
  }
}
