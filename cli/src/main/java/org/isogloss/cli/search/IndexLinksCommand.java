// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.RecordWriter;
import org.isogloss.options.OptionValidation;
import org.isogloss.search.Indexer;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.links.LinkedText;
import org.isogloss.search.links.LinkedTextFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isogloss index links}. */
@Command(
    name = "links",
    mixinStandardHelpOptions = true,
    description =
        "Write which documents of an index are translations or copies of each other: one line of"
            + " JSON for each text, with its documents by language and the mean cosine of their"
            + " passages.")
final class IndexLinksCommand extends IndexSubcommand {
  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write to this file, compressed if its name ends in .gz (default: standard output).")
  private Path file = Path.of("-");

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "The format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); tsv has a line for each"
              + " document, with the number of its text.")
  private LinkedTextFormat format = LinkedTextFormat.JSONL;

  @Option(
      names = "--find",
      description =
          "First look for the links of documents that were not examined, as index does by default:"
              + " of an index that an earlier version wrote, or that was merged.")
  private boolean find;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "With --find: number of threads (default: one for each processor).")
  private int threads = Runtime.getRuntime().availableProcessors();

  IndexLinksCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    OptionValidation.requireOneOrMore("--threads", threads);
    OutputFileValidator.prepareWithFolders(console, file);
    location().manifest(); // A missing index is not created.
    if (find) {
      try (Indexer indexer = Indexer.at(location()).threads(threads).open()) {
        indexer.findLinks();
      }
    }
    try (SearchIndex index = SearchIndex.open(location())) {
      index.requireIntact(Duration.ofDays(1));
      if (index.links().isEmpty()) {
        throw new IsoglossException(
            index.name()
                + ": the translations of its documents were not sought; add --find to look for"
                + " them");
      }
      write(index.linkedTexts());
    }
    return 0;
  }

  private void write(List<LinkedText> texts) {
    try (RecordWriter<String> writer = RecordWriter.open(file, (text, line) -> line.append(text))) {
      format.lines(texts).forEach(writer::write);
      writer.commit();
    }
    long translated = texts.stream().filter(LinkedText::isTranslated).count();
    console.note(
        "Wrote "
            + Console.formatCount(translated, "translated text", "translated texts")
            + " and "
            + Console.formatCount(texts.size() - translated, "text", "texts")
            + " with copies only to "
            + OutputFileValidator.displayName(file));
  }
}
