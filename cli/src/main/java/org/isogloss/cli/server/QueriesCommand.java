// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.InputPaths;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.measure.TextTable;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss queries}. */
@Command(
    name = "queries",
    mixinStandardHelpOptions = true,
    description = {
      "Summarize what people asked a server, from the file of serve --query-log.",
      "",
      "Shows the number of searches in each language, how many find nothing, or nothing that is"
          + " likely to answer them, and how long they take; with --query-log-texts also the most"
          + " frequent queries, and those that find nothing. Only first pages are counted."
    })
public final class QueriesCommand implements Callable<Integer> {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Query logs, plain or compressed; - for standard input.")
  private List<Path> files = List.of();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Number of queries and filters to list (default: ${DEFAULT-VALUE}).")
  private int top = 10;

  @Option(names = "--json", description = "Print the summary as JSON.")
  private boolean json;

  @Mixin private ReadingOptions common;

  QueriesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--top", top);
    QuerySummary summary = read();
    if (json) {
      console.printJson(summary.json(top).toString());
    } else {
      print(summary);
    }
    return 0;
  }

  private QuerySummary read() {
    QuerySummary summary = new QuerySummary();
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        try (Records<String> lines = PlainTextLines.read(file, common.onError).onSkipped(skipped)) {
          while (lines.hasNext()) {
            String line = lines.next();
            if (!line.isBlank() && !add(summary, line)) {
              skip(file, lines);
            }
          }
          skipped.print(file, lines);
        }
      }
    }
    return summary;
  }

  private static boolean add(QuerySummary summary, String line) {
    try {
      JsonNode parsed = MAPPER.readTree(line);
      return summary.add(parsed);
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static void skip(Path file, Records<String> lines) {
    String problem = "is not a line of a query log, expected JSON with time, language, hits and ms";
    if (!lines.skipLast(problem)) {
      throw new IsoglossException(
          InputPaths.displayName(file) + ":" + lines.readCount() + ": " + problem);
    }
  }

  private void print(QuerySummary summary) {
    QuerySummary.Count all = summary.all();
    if (all.searches() == 0) {
      console.print("No searches.");
      return;
    }
    console.printRow(
        "searches", count(all.searches()) + ", " + summary.first() + " to " + summary.last());
    console.printRow("no hit", share(all.empty(), all.searches()));
    console.printRow("no sure hit", share(all.unsure(), all.searches()));
    console.printRow(
        "duration",
        String.format(
            Locale.ROOT,
            "p50 %,.1f ms, p99 %,.1f ms",
            summary.milliseconds(.5),
            summary.milliseconds(.99)));
    table("language", summary.languages(), QueriesCommand::language);
    table("filter", summary.filters(top), text -> text);
    table("query", summary.queries(top), text -> text);
    table("query without a sure hit", summary.missed(top), text -> text);
  }

  private static String language(String tag) {
    return Language.find(tag).map(known -> known.name() + " (" + tag + ")").orElse(tag);
  }

  private void table(
      String header,
      List<Map.Entry<String, QuerySummary.Count>> entries,
      UnaryOperator<String> name) {
    if (entries.isEmpty()) {
      return;
    }
    TextTable table = new TextTable(List.of(header, "searches", "no hit", "no sure hit"));
    for (Map.Entry<String, QuerySummary.Count> entry : entries) {
      QuerySummary.Count count = entry.getValue();
      table.row(
          List.of(
              name.apply(entry.getKey()),
              count(count.searches()),
              count(count.empty()),
              count(count.unsure())));
    }
    console.print("");
    console.print(table.toString().stripTrailing());
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String share(long part, long all) {
    return String.format(Locale.ROOT, "%,d (%.1f %%)", part, 100.0 * part / all);
  }
}
