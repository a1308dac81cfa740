// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.million;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.documentation.DocumentationParagraph;
import org.isogloss.data.documentation.ParallelDocumentation;

/** Paragraphs of documentation, and both sides of bitext; titles of pages as queries. */
final class DocumentationPassages extends PassageSource {
  private static final List<String> QUERY_LANGUAGES =
      List.of("en", "de", "ru", "ja", "ko", "zh", "fi", "tr", "hi", "vi");

  private final Path data;

  /**
   * Creates a source.
   *
   * @param data a folder with the folders {@code bitext} (en-XX.tsv.gz) and {@code help}
   *     (XX.tsv.gz)
   */
  DocumentationPassages(Path data) {
    this.data = data;
  }

  @Override
  List<Stream<List<Text>>> files() throws IOException {
    List<Stream<List<Text>>> files = new ArrayList<>();
    for (Path help : list("help")) {
      Language language = Language.of(help.getFileName().toString().substring(0, 2));
      files.add(paragraphs(help).map(p -> List.of(new Text(language, p.text()))));
    }
    for (Path bitext : list("bitext")) {
      files.add(
          Bitext.readTsv(bitext, OnError.FAIL).stream()
              .map(
                  pair ->
                      List.of(
                          new Text(pair.sourceLanguage(), pair.source()),
                          new Text(pair.targetLanguage(), pair.target()))));
    }
    return files;
  }

  private List<Path> list(String folder) throws IOException {
    try (Stream<Path> all = Files.list(data.resolve(folder))) {
      return all.filter(path -> path.toString().endsWith(".tsv.gz")).sorted().toList();
    }
  }

  private static Stream<DocumentationParagraph> paragraphs(Path help) {
    return ParallelDocumentation.readParagraphs(help, OnError.FAIL).stream();
  }

  @Override
  List<Stream<Text>> questions() {
    List<Stream<Text>> questions = new ArrayList<>();
    for (String code : QUERY_LANGUAGES) {
      questions.add(
          paragraphs(data.resolve("help").resolve(code + ".tsv.gz"))
              .filter(p -> p.tag().equals("h1") && p.page().hashCode() % 3 == 0)
              .map(p -> new Text(Language.of(code), p.text())));
    }
    return questions;
  }
}
