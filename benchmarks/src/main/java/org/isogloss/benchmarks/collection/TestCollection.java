// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.collection;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.collection.JsonlQueries;
import org.isogloss.data.trec.TrecQrels;
import org.isogloss.measure.Qrels;

/**
 * Documents, queries and relevance judgements: the form of every benchmark, so that a system is
 * measured with the same index and search that its users have.
 *
 * @param name name among the collections of its benchmark, suitable as a folder name: {@code
 *     deu-eng}
 */
public record TestCollection(
    String name, List<Document> documents, List<Query> queries, List<Judgement> judgements) {
  public TestCollection {
    documents = List.copyOf(documents);
    queries = List.copyOf(queries);
    judgements = List.copyOf(judgements);
  }

  /**
   * Reads the files that {@link #write} writes. The name is that of the folder.
   *
   * @throws IsoglossException if a file is missing or malformed, or there is no document or no
   *     query
   */
  public static TestCollection read(Path folder) {
    List<Document> documents;
    List<Query> queries;
    List<Judgement> judgements;
    try (Records<Document> all =
        JsonlDocuments.read(folder.resolve("documents.jsonl"), OnError.FAIL)) {
      documents = all.toList();
    }
    try (Records<Query> all = JsonlQueries.read(folder.resolve("queries.jsonl"), OnError.FAIL)) {
      queries = all.toList();
    }
    try (Records<Judgement> all = TrecQrels.read(folder.resolve("qrels.txt"), OnError.FAIL)) {
      judgements = all.toList();
    }
    if (documents.isEmpty() || queries.isEmpty()) {
      throw new IsoglossException(
          folder
              + ": has "
              + documents.size()
              + " documents and "
              + queries.size()
              + " queries, expected at least one of each: build the collection again");
    }
    return new TestCollection(
        folder.toAbsolutePath().normalize().getFileName().toString(),
        documents,
        queries,
        judgements);
  }

  /** Returns the judgements for measures. */
  public Qrels qrels() {
    return Qrels.of(judgements);
  }

  public Map<String, Language> documentLanguages() {
    return documents.stream().collect(Collectors.toMap(Document::id, Document::language));
  }

  /** Returns the number of documents of each language. */
  public Map<Language, Long> documentCounts() {
    return documents.stream()
        .collect(Collectors.groupingBy(Document::language, Collectors.counting()));
  }

  /** Returns its queries by language, each with their judgements. */
  public Map<Language, List<Query>> queriesByLanguage() {
    return queries.stream().collect(Collectors.groupingBy(Query::language));
  }

  /** Returns the same documents with only the queries and judgements of {@code kept}. */
  public TestCollection withQueries(List<Query> queries) {
    Map<String, Query> ids =
        queries.stream().collect(Collectors.toMap(Query::id, Function.identity()));
    return new TestCollection(
        name,
        documents,
        queries,
        judgements.stream().filter(judgement -> ids.containsKey(judgement.queryId())).toList());
  }

  /**
   * Writes {@code documents.jsonl}, {@code queries.jsonl} and {@code qrels.txt}, which {@code
   * isogloss index}, {@code run} and {@code evaluate} read.
   *
   * @param folder created if it does not exist; files with these names are replaced
   * @throws org.isogloss.core.IsoglossException if a file cannot be written
   */
  public void write(Path folder) {
    try (RecordWriter<Document> writer = JsonlDocuments.writer(folder.resolve("documents.jsonl"))) {
      writer.writeAllAndCommit(documents.iterator());
    }
    try (RecordWriter<Query> writer = JsonlQueries.writer(folder.resolve("queries.jsonl"))) {
      writer.writeAllAndCommit(queries.iterator());
    }
    try (RecordWriter<Judgement> writer = TrecQrels.writer(folder.resolve("qrels.txt"))) {
      writer.writeAllAndCommit(judgements.iterator());
    }
  }
}
