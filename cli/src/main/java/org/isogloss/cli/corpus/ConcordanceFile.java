// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Span;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.BitextFormat;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.concordance.Concordance;
import org.isogloss.lexical.concordance.Occurrence;
import org.isogloss.measure.report.BilingualTable;
import org.isogloss.measure.report.HtmlReport;

/** Writes concordances and their statistics as TSV, JSON, HTML, TMX or XLIFF, by the file name. */
final class ConcordanceFile {
  private static final String LINE_HEADER = "number\tbefore\tkeyword\tafter\ttranslation\ttarget";

  private ConcordanceFile() {}

  /** Writes lines; a page and JSON contain the translations too. */
  static void write(
      Path file,
      String heading,
      Concordance found,
      List<Occurrence> lines,
      ConcordanceTable translations) {
    if (BitextFormat.ofFileName(file) != BitextFormat.TSV) {
      writeMemory(file, found, lines);
    } else if (hasExtension(file, ".html")) {
      new HtmlReport(heading)
          .figure(translations.html("Translations"))
          .figure(new BilingualTable("Lines", lines.stream().map(ConcordanceFile::row).toList()))
          .write(file);
    } else if (hasExtension(file, ".json")) {
      writeJson(file, json(found, lines, translations));
    } else {
      try (RecordWriter<Occurrence> writer =
          RecordWriter.open(file, LINE_HEADER, ConcordanceFile::appendLine)) {
        writer.writeAllAndCommit(lines.iterator());
      }
    }
  }

  /** Writes a table. */
  static void write(Path file, String title, ConcordanceTable table) {
    if (BitextFormat.ofFileName(file) != BitextFormat.TSV) {
      throw new IsoglossException(
          OutputFileValidator.displayName(file)
              + ": a translation memory contains sentence pairs, not a table: write TSV, JSON or"
              + " HTML, or the lines (--show lines)");
    }
    if (hasExtension(file, ".html")) {
      new HtmlReport(title).figure(table.html(title)).write(file);
    } else if (hasExtension(file, ".json")) {
      writeJson(file, JsonNodeFactory.instance.objectNode().set("rows", json(table)));
    } else {
      try (RecordWriter<List<Object>> writer =
          RecordWriter.open(
              file, String.join("\t", table.columns()), ConcordanceFile::appendCells)) {
        writer.writeAllAndCommit(table.rows().iterator());
      }
    }
  }

  /** The message about a written file. */
  static String written(int rows, String singular, String plural, Path file) {
    return "Wrote "
        + Console.formatCount(rows, singular, plural)
        + " to "
        + OutputFileValidator.displayName(file);
  }

  private static boolean hasExtension(Path file, String extension) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(extension);
  }

  /** Writes each pair once. */
  private static void writeMemory(Path file, Concordance found, List<Occurrence> lines) {
    try (RecordWriter<SentencePair> writer = Bitext.writer(file, found.languages())) {
      writer.writeAllAndCommit(lines.stream().map(Occurrence::pair).distinct().iterator());
    }
  }

  private static BilingualTable.Row row(Occurrence line) {
    return new BilingualTable.Row(
        String.valueOf(line.number()),
        new BilingualTable.MarkedText(
            line.pair().sourceLanguage(), line.pair().source(), List.of(line.match())),
        new BilingualTable.MarkedText(
            line.pair().targetLanguage(), line.pair().target(), line.counterparts()));
  }

  private static void appendLine(Occurrence one, StringBuilder line) {
    line.append(one.number());
    for (String text :
        List.of(one.before(), one.keyword(), one.after(), one.translation(), one.pair().target())) {
      line.append('\t').append(singleLine(text));
    }
  }

  private static void appendCells(List<Object> cells, StringBuilder line) {
    String separator = "";
    for (Object cell : cells) {
      line.append(separator);
      if (cell instanceof Double number) {
        line.append(String.format(Locale.ROOT, "%.4f", number));
      } else {
        line.append(singleLine(cell.toString()));
      }
      separator = "\t";
    }
  }

  private static String singleLine(String text) {
    return text.replaceAll("[\\t\\r\\n]", " ");
  }

  private static ObjectNode json(
      Concordance found, List<Occurrence> lines, ConcordanceTable translations) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("source_language", found.languages().source().tag());
    root.put("target_language", found.languages().target().tag());
    root.put("pairs", found.pairCount());
    root.put("words", found.wordCount());
    root.put("occurrences", found.occurrenceCount());
    root.put("per_million", found.perMillion());
    root.put("dispersion", found.dispersion());
    root.set("translations", json(translations));
    ArrayNode array = root.putArray("lines");
    for (Occurrence one : lines) {
      ObjectNode line = array.addObject();
      line.put("number", one.number());
      line.put("source", one.pair().source());
      line.put("target", one.pair().target());
      line.put("translation", one.translation());
      line.set("source_span", json(List.of(one.match())).get(0));
      line.set("target_spans", json(one.counterparts()));
    }
    return root;
  }

  private static ArrayNode json(List<Span> spans) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    spans.forEach(span -> array.addArray().add(span.start()).add(span.end()));
    return array;
  }

  private static ArrayNode json(ConcordanceTable table) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (List<Object> row : table.rows()) {
      ObjectNode node = array.addObject();
      for (int i = 0; i < row.size(); i++) {
        node.putPOJO(table.columns().get(i), row.get(i));
      }
    }
    return array;
  }

  private static void writeJson(Path file, JsonNode root) {
    byte[] bytes = (root.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(file, out -> out.write(bytes));
  }
}
