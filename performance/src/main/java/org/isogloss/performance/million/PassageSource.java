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
import org.isogloss.data.RecordWriter;
import org.isogloss.data.collection.JsonlDocuments;

/** Passages in many languages, and queries. */
abstract class PassageSource {
  private static final int MIN_LENGTH = 20;
  private static final int QUERIES_PER_LANGUAGE = 100;

  /** A text and its language. */
  record Text(Language language, String text) {}

  /**
   * Returns the texts of a folder: of documentation and bitext if it contains the folder {@code
   * help}, otherwise of files in SQuAD's format.
   */
  static PassageSource of(Path data) {
    return Files.isDirectory(data.resolve("help"))
        ? new DocumentationPassages(data)
        : new SquadPassages(data);
  }

  /**
   * Returns the texts of all files, in groups that stay together; the files take turns, so that any
   * number of passages has all languages.
   */
  abstract List<Stream<List<Text>>> files() throws IOException;

  /** Returns queries by language. */
  abstract List<Stream<Text>> questions();

  /**
   * Writes distinct passages as documents.
   *
   * @param count maximum number of passages
   */
  void write(Path file, int count) throws IOException {
    List<Stream<List<Text>>> files = files();
    Deque<Iterator<List<Text>>> turns = new ArrayDeque<>();
    files.forEach(texts -> turns.add(texts.iterator()));
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
      files.forEach(Stream::close);
    }
  }

  /** Returns queries of all languages in random order, half of them without a language. */
  List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (Stream<Text> questions : questions()) {
      try (questions) {
        questions
            .limit(QUERIES_PER_LANGUAGE)
            .forEach(
                question -> {
                  boolean labelled = queries.size() % 2 == 0;
                  Language language = labelled ? question.language() : Language.UNDETERMINED;
                  queries.add(new Query("q" + queries.size(), language, question.text()));
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
