// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.FieldName;
import org.isogloss.api.ListRequest;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.json.DocumentJson;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.RecordWriter;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.storage.IndexLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code isogloss index export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description =
        "Write the documents of an index, or those that a filter selects, as lines of JSON, which"
            + " can be indexed again.")
final class IndexExportCommand extends IndexSubcommand {
  /** Number of documents that are held in memory. */
  private static final int PAGE = 500;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write to this file, compressed if its name ends in .gz (default: standard output).")
  private Path file = Path.of("-");

  @Option(
      names = "--filter",
      paramLabel = "FILTER",
      description =
          "Only documents whose fields meet this condition, such as 'category = \"recipe\"';"
              + " isogloss help filters has the grammar.")
  private String filter;

  @Option(
      names = "--sort",
      split = ",",
      paramLabel = "KEYS",
      description =
          "In the order of these fields, such as 'date desc,price'; documents without the field"
              + " come last (default: in the order of ids).")
  private List<String> sort = List.of();

  @Option(
      names = "--fields",
      split = ",",
      paramLabel = "FIELDS",
      description = "The fields of documents to write, such as category,date (default: all).")
  private List<String> fields;

  @Option(names = "--no-text", description = "Leave out the texts.")
  private boolean withoutTexts;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Maximum number of documents (default: all).")
  private long top = Long.MAX_VALUE;

  IndexExportCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    if (top < 1) {
      throw new IsoglossException("--top is " + top + ", expected 1 or more");
    }
    ListRequest request = request();
    OutputFileValidator.prepareWithFolders(console, file);
    IndexLocation exported = location();
    try (SearchIndex index = SearchIndex.open(exported);
        RecordWriter<ObjectNode> writer =
            RecordWriter.open(file, (document, line) -> line.append(document))) {
      index.requireIntact(Duration.ofDays(1)); // The export reads the whole index, too.
      Optional<ListRequest> next = Optional.of(request);
      while (next.isPresent() && writer.writtenCount() < top) {
        DocumentPage page = index.list(next.get());
        page.documents().stream()
            .limit(top - writer.writtenCount())
            .forEach(document -> writer.write(toJson(document)));
        next = page.cursor().map(request::withCursor);
      }
      writer.commit();
      console.note(
          "Wrote "
              + Console.formatCount(writer.writtenCount(), "document", "documents")
              + " to "
              + OutputFileValidator.displayName(file));
    }
    return 0;
  }

  private ListRequest request() {
    ListRequest request =
        ListRequest.all()
            .withSort(sort.toArray(String[]::new))
            .withTexts(!withoutTexts)
            .withTop((int) Math.min(top, PAGE));
    if (filter != null) {
      request = request.withFilter(filter);
    }
    return fields == null
        ? request
        : request.withFields(
            fields.stream()
                .filter(name -> !name.isBlank())
                .map(FieldName::unquoted)
                .toArray(String[]::new));
  }

  private ObjectNode toJson(StoredDocument document) {
    return withoutTexts ? DocumentJson.write(document) : DocumentJson.write(document.toDocument());
  }
}
