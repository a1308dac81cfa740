// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.core.Passage;
import org.isogloss.core.json.MetadataJson;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.RecordWriter;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isogloss index dump}. */
@Command(
    name = "dump",
    mixinStandardHelpOptions = true,
    description =
        "Write every passage of an index as a line of JSON: its document, number, language, title,"
            + " text, offsets in the document, and the document's other fields.")
final class IndexDumpCommand extends IndexSubcommand {
  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write to this file, compressed if its name ends in .gz (default: standard output).")
  private Path file = Path.of("-");

  IndexDumpCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    OutputFileValidator.prepareWithFolders(console, file);
    IndexLocation dumped = location();
    try (SearchIndex index = SearchIndex.open(dumped);
        RecordWriter<ObjectNode> writer =
            RecordWriter.open(file, (passage, line) -> line.append(passage))) {
      index.requireIntact(Duration.ofDays(1)); // The dump reads the whole index, too.
      index.forEachPassage((passage, metadata) -> writer.write(toJson(passage, metadata)));
      writer.commit();
      console.note(
          "Wrote "
              + Console.formatCount(writer.writtenCount(), "passage", "passages")
              + " to "
              + OutputFileValidator.displayName(file));
    }
    return 0;
  }

  private static ObjectNode toJson(Passage passage, Metadata metadata) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", passage.documentId());
    node.put("passage", passage.ordinal());
    node.put("language", passage.language().tag());
    node.put("title", passage.title());
    node.put("text", passage.text());
    node.put("start", passage.start());
    node.put("end", passage.end());
    node.set("metadata", MetadataJson.write(metadata));
    return node;
  }
}
