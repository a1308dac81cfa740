// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Language;
import org.isogloss.lexical.WordTokenizer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The text whose words receive vectors, and how it is separated into words. */
final class TextOptions {
  @Parameters(
      arity = "1..*",
      paramLabel = "TEXT",
      description =
          "Files with a sentence or a paragraph on each line, UTF-8, plain or gzip; - for standard"
              + " input.")
  private List<Path> texts = new ArrayList<>();

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description =
          "Language of the text, for its separation into words, which are lower-cased (default:"
              + " ${DEFAULT-VALUE}).")
  private String language = Language.UNDETERMINED.tag();

  @Option(
      names = "--at-spaces",
      description =
          "Separate words at white space only and leave them unchanged: for text that is already"
              + " tokenized.")
  private boolean atSpaces;

  /** Returns whether words are left as they are written. */
  boolean atSpaces() {
    return atSpaces;
  }

  /** Returns how text is separated; rejects a code that is no language. */
  WordTokenizer tokenizer() {
    return atSpaces
        ? WordTokenizer.onWhitespace()
        : WordTokenizer.forLanguage(Language.of(language));
  }

  /** Opens the text; the caller closes it. */
  TokenizedTexts read(
      WordTokenizer tokenizer,
      ReadingOptions common,
      SkippedRecordReporter skipped,
      ProgressBar progress) {
    return new TokenizedTexts(texts, tokenizer, common.onError, skipped, progress);
  }
}
