// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/**
 * A collection in the layout of CLIRMatrix's MULTI-8: {@code de.tsv.gz} has the documents in
 * German, {@code en_de.train.jl.gz} the English queries for them with their candidates, which are
 * the titles of pages. Files may be uncompressed; queries may be in a folder {@code MULTI-8} in it,
 * and documents in a folder {@code DOC} or {@code docs} in it or next to it.
 *
 * <p>Only the candidates of the queries that were read, and the pages of these queries, are kept in
 * memory, as much of them as the caller needs. MULTI-8 has no queries for documents in their own
 * language; they follow from its parallel queries: the candidates of a page are the same for its
 * title in every language.
 */
public final class ClirMatrixFolder {
  /** The splits of the queries. */
  public enum Split {
    TRAIN("train"),
    /** CLIRMatrix has two test sets, of which the first one is read. */
    TEST("test1", "test");

    private final List<String> names;

    Split(String... names) {
      this.names = List.of(names);
    }
  }

  private static final List<String> QUERY_FOLDERS = List.of("", "MULTI-8");
  private static final List<String> DOCUMENT_FOLDERS =
      List.of("", "DOC", "DOCS", "docs", "../DOC", "../DOCS", "../docs");

  private final Path folder;
  private final int maxCharacters;
  private final Map<Language, Texts> texts = new HashMap<>();

  /**
   * Creates a reader.
   *
   * @param maxCharacters number of characters at the beginning of a document that are kept
   */
  public ClirMatrixFolder(Path folder, int maxCharacters) {
    this.folder = folder;
    this.maxCharacters = maxCharacters;
  }

  /**
   * Returns the first queries of a split with their candidates.
   *
   * @param limit maximum number of queries
   * @throws IsoglossException if there are no such queries, or if a file is malformed
   */
  public List<JudgedQuery> queries(Language query, Language document, Split split, int limit) {
    List<JudgedQuery> queries =
        findFile(query, document, split)
            .map(file -> read(file, query, limit))
            .or(() -> query.equals(document) ? derived(query, split, limit) : Optional.empty())
            .orElseThrow(() -> missing(query, document, split));
    for (JudgedQuery judged : queries) {
      of(query).wanted.add(judged.query().id());
      judged.judgements().forEach(one -> of(document).wanted.add(one.documentId()));
    }
    return queries;
  }

  /** Returns whether there are queries of a split in a language for documents in another one. */
  public boolean hasQueries(Language query, Language document, Split split) {
    return findFile(query, document, split).isPresent()
        || (query.equals(document) && findPivot(query, split).isPresent());
  }

  private Optional<Path> findFile(Language query, Language document, Split split) {
    return split.names.stream()
        .flatMap(
            name -> findIn(QUERY_FOLDERS, query + "_" + document + "." + name + ".jl").stream())
        .findFirst();
  }

  /** Returns a file, which may be compressed. */
  private Optional<Path> findIn(List<String> folders, String name) {
    return folders.stream()
        .flatMap(subfolder -> Stream.of(name + ".gz", name).map(Path.of(subfolder)::resolve))
        .map(folder.toAbsolutePath()::resolve)
        .filter(Files::exists)
        .findFirst();
  }

  private IsoglossException missing(Language query, Language document, Split split) {
    return new IsoglossException(
        folder
            + ": has no "
            + query
            + "_"
            + document
            + "."
            + split.names.getFirst()
            + ".jl.gz, the queries in "
            + query
            + " for documents in "
            + document
            + (query.equals(document) ? ", and no parallel queries from which they follow" : ""));
  }

  private static List<JudgedQuery> read(Path file, Language query, int limit) {
    List<JudgedQuery> queries = new ArrayList<>();
    try (Records<JudgedQuery> records = ClirMatrix.readQueries(file, query, OnError.FAIL)) {
      while (queries.size() < limit && records.hasNext()) {
        queries.add(records.next());
      }
    }
    return queries;
  }

  /** Returns a language of parallel queries in both directions. */
  private Optional<Language> findPivot(Language language, Split split) {
    return Stream.of("en", "ar", "de", "es", "fr", "ja", "ru", "zh")
        .map(Language::of)
        .filter(other -> !other.equals(language))
        .filter(
            other ->
                findFile(language, other, split).isPresent()
                    && findFile(other, language, split).isPresent())
        .findFirst();
  }

  /**
   * Returns queries for documents in their own language: the candidates of a parallel query, for
   * the title of the page that is the parallel query's page in this language.
   */
  private Optional<List<JudgedQuery>> derived(Language language, Split split, int limit) {
    return findPivot(language, split)
        .map(
            pivot -> {
              Map<String, Query> titles = new HashMap<>();
              read(findFile(language, pivot, split).orElseThrow(), language, Integer.MAX_VALUE)
                  .forEach(judged -> titles.put(judged.query().id(), judged.query()));
              Path parallel = findFile(pivot, language, split).orElseThrow();
              return read(parallel, pivot, Integer.MAX_VALUE).stream()
                  .flatMap(judged -> withTitle(judged, titles).stream())
                  .limit(limit)
                  .toList();
            });
  }

  private static Optional<JudgedQuery> withTitle(JudgedQuery judged, Map<String, Query> titles) {
    return judged.judgements().stream()
        .filter(one -> one.grade() == ClirMatrix.MAX_GRADE && titles.containsKey(one.documentId()))
        .findFirst()
        .map(page -> titles.get(page.documentId()))
        .map(
            title ->
                new JudgedQuery(
                    title,
                    judged.judgements().stream()
                        .map(one -> new Judgement(title.id(), one.documentId(), one.grade()))
                        .toList()));
  }

  /** Returns the ids of the queries of a split that have candidates in each of some languages. */
  public Set<String> commonQueries(Language query, List<Language> languages, Split split) {
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

  /**
   * Returns the beginning of a document.
   *
   * @throws IsoglossException if the language has no such document
   */
  public String text(Language language, String id) {
    return of(language)
        .find(id)
        .orElseThrow(
            () -> new IsoglossException(folder + ": has no document " + id + " in " + language));
  }

  /** Returns whether a language has a document. */
  public boolean hasDocument(Language language, String id) {
    return of(language).find(id).isPresent();
  }

  private Texts of(Language language) {
    return texts.computeIfAbsent(language, Texts::new);
  }

  /** The documents of a language; its file is read again if further ones are needed. */
  private final class Texts {
    private final Language language;
    private final Set<String> wanted = new HashSet<>();
    private final Set<String> looked = new HashSet<>();
    private final Map<String, String> found = new HashMap<>();

    Texts(Language language) {
      this.language = language;
    }

    Optional<String> find(String id) {
      if (!looked.contains(id)) {
        wanted.add(id);
        readWanted();
      }
      return Optional.ofNullable(found.get(id));
    }

    private void readWanted() {
      Path file =
          findIn(DOCUMENT_FOLDERS, language + ".tsv")
              .orElseThrow(
                  () ->
                      new IsoglossException(
                          folder
                              + ": has no "
                              + language
                              + ".tsv.gz, the documents in "
                              + language));
      try (Records<Document> records = ClirMatrix.readDocuments(file, language, OnError.FAIL)) {
        while (records.hasNext()) {
          Document document = records.next();
          if (wanted.contains(document.id()) && !looked.contains(document.id())) {
            String text = document.text();
            found.put(document.id(), text.substring(0, Math.min(text.length(), maxCharacters)));
          }
        }
      }
      looked.addAll(wanted);
      wanted.clear();
    }
  }
}
