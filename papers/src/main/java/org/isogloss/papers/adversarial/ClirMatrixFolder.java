// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.collection.ClirMatrix;

/**
 * A collection in the format of CLIRMatrix: {@code de.tsv.gz} has the documents in German, {@code
 * en_de.train.jl.gz} the English queries for them with their candidates. Queries are read as they
 * are needed, documents once.
 */
final class ClirMatrixFolder {
  /** The names of splits; CLIRMatrix has two test sets, of which the paper uses the first. */
  enum Split {
    TRAIN("train"),
    TEST("test1", "test");

    private final List<String> names;

    Split(String... names) {
      this.names = List.of(names);
    }
  }

  private final Path folder;
  private final Map<Language, Map<String, String>> documents = new HashMap<>();

  ClirMatrixFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the first queries of a split with their candidates.
   *
   * @param limit maximum number of queries
   * @throws IsoglossException if there is no such file, or if it is malformed
   */
  List<JudgedQuery> queries(Language query, Language document, Split split, int limit) {
    Path file = queryFile(query, document, split);
    List<JudgedQuery> queries = new ArrayList<>();
    try (Records<JudgedQuery> records = ClirMatrix.readQueries(file, query, OnError.FAIL)) {
      while (queries.size() < limit && records.hasNext()) {
        queries.add(records.next());
      }
    }
    return queries;
  }

  private Path queryFile(Language query, Language document, Split split) {
    return split.names.stream()
        .flatMap(
            name ->
                Stream.of(".jl.gz", ".jl").map(end -> query + "_" + document + "." + name + end))
        .map(folder::resolve)
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    folder
                        + ": has no "
                        + query
                        + "_"
                        + document
                        + "."
                        + split.names.getLast()
                        + ".jl.gz, the queries in "
                        + query
                        + " for documents in "
                        + document));
  }

  /**
   * Returns the text of a document.
   *
   * @throws IsoglossException if the language has no such document
   */
  String text(Language language, String id) {
    String text = texts(language).get(id);
    if (text == null) {
      throw new IsoglossException(
          folder + ": has no document " + id + " in " + language + ", which is a candidate");
    }
    return text;
  }

  /** Returns whether a language has a document. */
  boolean hasDocument(Language language, String id) {
    return texts(language).containsKey(id);
  }

  private Map<String, String> texts(Language language) {
    return documents.computeIfAbsent(language, this::readDocuments);
  }

  private Map<String, String> readDocuments(Language language) {
    Path file =
        Stream.of(".tsv.gz", ".tsv")
            .map(end -> folder.resolve(language + end))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        folder + ": has no " + language + ".tsv.gz, the documents in " + language));
    Map<String, String> texts = new HashMap<>();
    try (Records<Document> records = ClirMatrix.readDocuments(file, language, OnError.FAIL)) {
      records.forEachRemaining(document -> texts.put(document.id(), document.text()));
    }
    return texts;
  }

  /** Returns the ids of the queries of a split that have candidates in each of some languages. */
  Set<String> commonQueries(Language query, List<Language> languages, Split split) {
    Set<String> common = null;
    for (Language document : languages) {
      Set<String> ids = new HashSet<>();
      queries(query, document, split, Integer.MAX_VALUE)
          .forEach(judged -> ids.add(judged.query().id()));
      if (common == null) {
        common = ids;
      } else {
        common.retainAll(ids);
      }
    }
    return common == null ? Set.of() : common;
  }
}
