// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.map;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DocumentFieldOptions;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.cli.option.SymbolicLinkOption;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.InputPaths;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.options.OptionValidation;
import org.isogloss.text.language.LanguageIdentification;
import org.isogloss.text.language.LanguageIdentifier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The texts to draw, and their languages. */
final class MapTextOptions {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Documents if the name ends in .jsonl, .json or .tsv, or if it is a folder, in any format"
              + " that index reads; otherwise one text on each line, UTF-8; plain or gzip; - for"
              + " standard input.")
  private List<Path> files = List.of();

  @Option(
      names = "--language",
      split = ",",
      paramLabel = "CODE",
      description =
          "Language of the texts that do not state theirs: one for all files, or one for each in"
              + " their order. Default: that of a file name such as news.de or deu.txt, otherwise"
              + " identified for each text.")
  private List<String> languages = List.of();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Draw the first N texts of each file (default: ${DEFAULT-VALUE}).")
  private int limit = 1000;

  @Option(
      names = "--parallel",
      description =
          "The files are line-aligned translations: draw a line from each text of the first file"
              + " to its translations, and print how close they are.")
  private boolean parallel;

  @Mixin private DocumentFieldOptions names;

  @Mixin private SymbolicLinkOption links;

  /** Returns whether texts with the same line number are translations of each other. */
  boolean parallel() {
    return parallel;
  }

  /** Checks the options before the work. */
  void validate() {
    OptionValidation.requireOneOrMore("--limit", limit);
    if (languages.size() > 1 && languages.size() != files.size()) {
      throw new IsoglossException(
          "--language names "
              + Console.formatCount(languages.size(), "language", "languages")
              + " for "
              + Console.formatCount(files.size(), "file", "files")
              + ", expected one, or one for each file");
    }
    languages.forEach(Language::of);
    if (!parallel) {
      return;
    }
    if (files.size() < 2) {
      throw new IsoglossException("--parallel needs two files or more, found one");
    }
    for (Path file : files) {
      if (containsDocuments(file)) {
        throw new IsoglossException(
            "--parallel needs files with a text on each line, found the documents " + file);
      }
    }
  }

  /** Reads the texts, without blank ones. */
  List<MapText> read(ReadingOptions common, Console console) {
    List<MapText> texts = new ArrayList<>();
    long firstLines = 0;
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (int i = 0; i < files.size(); i++) {
        Path file = files.get(i);
        if (containsDocuments(file)) {
          readDocuments(file, language(i), common, skipped, texts);
        } else {
          long lines = readLines(file, language(i), common, skipped, texts);
          firstLines = i == 0 ? lines : firstLines;
          if (parallel && lines != firstLines) {
            throw new IsoglossException(
                file
                    + " has "
                    + lines
                    + " lines, expected "
                    + firstLines
                    + ", as many as "
                    + files.getFirst());
          }
        }
      }
    }
    return identified(texts);
  }

  /** Returns the language that the options or the name of a file state. */
  private Language language(int file) {
    if (!languages.isEmpty()) {
      return Language.of(languages.get(languages.size() == 1 ? 0 : file));
    }
    Path path = files.get(file);
    return containsDocuments(path) || InputPaths.isReadOnce(path)
        ? Language.UNDETERMINED
        : Bitext.findLanguageOfExtension(Path.of(name(path).replaceFirst("\\.txt$", "")))
            .orElse(Language.UNDETERMINED);
  }

  private static String name(Path file) {
    Path name = file.getFileName();
    return name == null ? "" : name.toString().replaceFirst("\\.gz$", "");
  }

  private static boolean containsDocuments(Path file) {
    String name = name(file).toLowerCase(Locale.ROOT);
    return name.endsWith(".jsonl")
        || name.endsWith(".json")
        || name.endsWith(".tsv")
        || (!InputPaths.isReadOnce(file) && Files.isDirectory(file));
  }

  private void readDocuments(
      Path file,
      Language language,
      ReadingOptions common,
      SkippedRecordReporter skipped,
      List<MapText> texts) {
    try (Records<Document> documents =
        DocumentFieldOptions.hint(
                () ->
                    SymbolicLinkOption.hint(
                        () ->
                            Documents.read(
                                file,
                                new DocumentOptions(
                                    names.names(), language, common.onError, links.links()))))
            .onSkipped(skipped)) {
      for (int count = 0; count < limit && DocumentFieldOptions.hint(documents::hasNext); count++) {
        Document document = documents.next();
        String text = document.text().isBlank() ? document.title() : document.text();
        add(new MapText(file, document.id(), document.language(), text), texts);
      }
      skipped.print(file, documents);
    }
  }

  /** Returns the number of lines of the file; reads them all only if they are parallel. */
  private long readLines(
      Path file,
      Language language,
      ReadingOptions common,
      SkippedRecordReporter skipped,
      List<MapText> texts) {
    try (Records<String> lines = PlainTextLines.read(file, common.onError).onSkipped(skipped)) {
      long count = 0;
      while (lines.hasNext() && (parallel || count < limit)) {
        String line = lines.next();
        count++;
        if (count <= limit) {
          add(new MapText(file, Long.toString(count), language, line), texts);
        }
      }
      skipped.print(file, lines);
      return count;
    }
  }

  private static void add(MapText text, List<MapText> texts) {
    if (!Encoder.isBlank(text.text())) {
      texts.add(text);
    }
  }

  private static List<MapText> identified(List<MapText> texts) {
    LanguageIdentifier identifier = LanguageIdentifier.forAllLanguages();
    return texts.stream()
        .map(
            text -> {
              if (!text.language().isUndetermined()) {
                return text;
              }
              LanguageIdentification found = identifier.identify(text.text());
              return found.reliable()
                  ? new MapText(text.file(), text.id(), found.language(), text.text())
                  : text;
            })
        .toList();
  }
}
