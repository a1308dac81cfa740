// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.search.rules.PinnedDocuments;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.rules.StopWords;
import org.isogloss.search.rules.Synonyms;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isogloss index rules}. */
@Command(
    name = "rules",
    mixinStandardHelpOptions = true,
    description = {
      "Store synonyms, stop words and pinned documents in an index, in place of those that it has;"
          + " a file without rules removes them. A server that has opened the index uses them"
          + " soon.",
      "",
      "In each file, a line that begins with # is a comment. In the first two, [de] limits the"
          + " following lines to documents in a language, [*] to none. Prints how many rules the"
          + " index has."
    })
final class IndexRulesCommand extends IndexSubcommand {
  /** More than the characters that {@link SearchRules} accept can have. */
  private static final int MAX_BYTES = 8_000_000;

  @Option(
      names = "--synonyms",
      paramLabel = "FILE",
      description =
          "Words and phrases that mean the same, on each line: car, motor car. Or what is also"
              + " searched for if a query has some: tv => television.")
  private Path synonymFile;

  @Option(
      names = "--stop-words",
      paramLabel = "FILE",
      description = "Words of queries that are not searched, one on each line.")
  private Path stopWordFile;

  @Option(
      names = "--pins",
      paramLabel = "FILE",
      description =
          "Documents that come first for a query: on each line the query and ids of documents,"
              + " separated by tabs; *word* for all queries that contain the word.")
  private Path pinFile;

  IndexRulesCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    IndexLocation location = location();
    SearchRules stored = location.rules();
    SearchRules changed = stored;
    if (synonymFile != null) {
      String text = read(synonymFile);
      Synonyms.parse(synonymFile.toString(), text);
      changed = changed.withSynonyms(text);
    }
    if (stopWordFile != null) {
      String text = read(stopWordFile);
      StopWords.parse(stopWordFile.toString(), text);
      changed = changed.withStopWords(text);
    }
    if (pinFile != null) {
      String text = read(pinFile);
      PinnedDocuments.parse(pinFile.toString(), text);
      changed = changed.withPins(text);
    }
    if (!changed.equals(stored)) {
      location.setRules(changed);
    }
    console.print(address() + ": " + changed);
    return 0;
  }

  private static String read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IsoglossException(
            file + ": has " + Files.size(file) + " bytes, expected at most " + MAX_BYTES);
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IsoglossException(
          file + ": is not in UTF-8: convert it, for instance with iconv -t UTF-8", e);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }
}
