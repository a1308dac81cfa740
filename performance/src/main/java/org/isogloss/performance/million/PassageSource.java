// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.million;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.documentation.DocumentationParagraph;
import org.isogloss.data.documentation.ParallelDocumentation;

/**
 * Passages in many languages: paragraphs of documentation, and both sides of bitext. The files take
 * turns, so that any number of passages has all languages.
 */
final class PassageSource {
  private static final int MIN_LENGTH = 20;
  private static final int QUERIES_PER_LANGUAGE = 100;
  private static final List<String> QUERY_LANGUAGES =
      List.of("en", "de", "ru", "ja", "ko", "zh", "fi", "tr", "hi", "vi");

  private final Path data;

  /**
   * Creates a source.
   *
   * @param data a folder with the folders {@code bitext} (en-XX.tsv.gz) and {@code help}
   *     (XX.tsv.gz)
   */
  PassageSource(Path data) {
    this.data = data;
  }

  /** A text of one file. */
  private record Text(Language language, String text) {}

  /**
   * Writes distinct passages as documents.
   *
   * @param count maximum number of passages
   */
  void write(Path file, int count) throws IOException {
    Deque<Iterator<List<Text>>> turns = new ArrayDeque<>();
    List<Records<?>> open = new ArrayList<>();
    for (Path help : files("help")) {
      String code = help.getFileName().toString().substring(0, 2);
      Records<DocumentationParagraph> paragraphs =
          ParallelDocumentation.readParagraphs(help, OnError.FAIL);
      open.add(paragraphs);
      turns.add(
          paragraphs.stream().map(p -> List.of(new Text(Language.of(code), p.text()))).iterator());
    }
    for (Path bitext : files("bitext")) {
      Records<SentencePair> pairs = Bitext.readTsv(bitext, OnError.FAIL);
      open.add(pairs);
      turns.add(
          pairs.stream()
              .map(
                  pair ->
                      List.of(
                          new Text(pair.sourceLanguage(), pair.source()),
                          new Text(pair.targetLanguage(), pair.target())))
              .iterator());
    }
    Set<String> seen = new HashSet<>();
    try (RecordWriter<Document> writer = JsonlDocuments.writer(file)) {
      while (seen.size() < count && !turns.isEmpty()) {
        Iterator<List<Text>> turn = turns.remove();
        if (turn.hasNext()) {
          for (Text text : turn.next()) {
            if (text.text().length() >= MIN_LENGTH
                && seen.size() < count
                && seen.add(text.text())) {
              writer.write(new Document("p" + seen.size(), text.language(), "", text.text()));
            }
          }
          turns.add(turn);
        }
      }
      writer.commit();
    } finally {
      open.forEach(Records::close);
    }
  }

  private List<Path> files(String folder) throws IOException {
    try (Stream<Path> all = Files.list(data.resolve(folder))) {
      return all.filter(path -> path.toString().endsWith(".tsv.gz")).sorted().toList();
    }
  }

  /** Returns titles of pages in ten languages in random order, half of them without a language. */
  List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (String code : QUERY_LANGUAGES) {
      Path file = data.resolve("help").resolve(code + ".tsv.gz");
      try (var paragraphs = ParallelDocumentation.readParagraphs(file, OnError.FAIL)) {
        paragraphs.stream()
            .filter(p -> p.tag().equals("h1") && p.page().hashCode() % 3 == 0)
            .limit(QUERIES_PER_LANGUAGE)
            .forEach(
                p -> {
                  boolean labelled = queries.size() % 2 == 0;
                  Language language = labelled ? Language.of(code) : Language.UNDETERMINED;
                  queries.add(new Query("q" + queries.size(), language, p.text()));
                });
      }
    }
    Collections.shuffle(queries, new Random(5));
    return queries;
  }

  /** Writes queries with their numbers, for other programs. */
  void writeQueries(Path file, int count) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Query query : queries().subList(0, count)) {
      lines.add(lines.size() + "\t" + query.text());
    }
    Files.write(file, lines);
  }
}
