// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FormatException;
import org.isogloss.data.Judgement;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.TsvEscaping;

/**
 * A test collection in BEIR's layout (Thakur et al. 2021): {@code corpus.jsonl} with {@code _id},
 * {@code title}, {@code text}; {@code queries.jsonl} with {@code _id}, {@code text}; {@code
 * qrels/test.tsv} and similar files with the header {@code query-id TAB corpus-id TAB score}. Each
 * file may be compressed, with {@code .gz}, {@code .zst}, {@code .xz} or {@code .bz2} appended to
 * its name.
 */
public final class BeirFolder {
  private static final FieldNames DOCUMENTS = FieldNames.DOCUMENTS.withId("_id", "id");
  private static final FieldNames QUERIES = FieldNames.QUERIES.withId("_id", "id");

  /** The extensions of compressed files. */
  private static final List<String> SUFFIXES = List.of("", ".gz", ".zst", ".xz", ".bz2");

  private final Path folder;
  private final Language documentLanguage;
  private final Language queryLanguage;

  private BeirFolder(Path folder, Language documentLanguage, Language queryLanguage) {
    this.folder = folder;
    this.documentLanguage = documentLanguage;
    this.queryLanguage = queryLanguage;
  }

  /**
   * Opens a collection whose records declare their languages, or in which the languages are not
   * known.
   */
  public static BeirFolder open(Path folder) {
    return open(folder, Language.UNDETERMINED, Language.UNDETERMINED);
  }

  /**
   * Opens a collection.
   *
   * @param documentLanguage the language of documents that do not declare theirs
   * @param queryLanguage the language of queries that do not declare theirs
   * @throws FormatException if the folder does not exist or contains no corpus
   */
  public static BeirFolder open(Path folder, Language documentLanguage, Language queryLanguage) {
    BeirFolder found = new BeirFolder(folder, documentLanguage, queryLanguage);
    found.file("corpus.jsonl");
    return found;
  }

  /** Whether a folder contains a corpus with BEIR's file name. */
  public static boolean isBeirFolder(Path folder) {
    return SUFFIXES.stream()
        .anyMatch(suffix -> Files.isRegularFile(folder.resolve("corpus.jsonl" + suffix)));
  }

  private Path file(String name) {
    return SUFFIXES.stream()
        .map(suffix -> folder.resolve(name + suffix))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(
            () ->
                new FormatException(
                    folder,
                    0,
                    Files.isDirectory(folder)
                        ? "has no " + name + ", which a folder in BEIR's layout needs"
                        : "no such folder"));
  }

  public Records<Document> documents(OnError onError) {
    return documents(DOCUMENTS, onError);
  }

  /** The documents of a corpus whose keys have other names. */
  public Records<Document> documents(FieldNames names, OnError onError) {
    return JsonlDocuments.read(file("corpus.jsonl"), names, documentLanguage, onError);
  }

  /** All queries, of all splits. */
  public Records<Query> queries(OnError onError) {
    return JsonlQueries.read(file("queries.jsonl"), QUERIES, queryLanguage, onError);
  }

  /** The splits with judgements, in the order of their names: dev, test, train. */
  public List<String> splits() {
    TreeSet<String> splits = new TreeSet<>();
    Path qrels = folder.resolve("qrels");
    if (!Files.isDirectory(qrels)) {
      return List.of();
    }
    for (Path file : FolderListing.listVisible(qrels)) {
      String name = FolderListing.nameUncompressed(file);
      if (name.endsWith(".tsv")) {
        splits.add(name.substring(0, name.length() - ".tsv".length()));
      }
    }
    return List.copyOf(splits);
  }

  /**
   * The judgements of a split.
   *
   * @param split {@code test}, {@code dev}, {@code train}: one of {@link #splits}
   */
  public Records<Judgement> judgements(String split, OnError onError) {
    return readJudgements(file("qrels/" + split + ".tsv"), onError);
  }

  /** Reads a file {@code query-id TAB corpus-id TAB score}, with or without its header. */
  public static Records<Judgement> readJudgements(Path file, OnError onError) {
    return LineRecordReader.read(
        file, onError, BeirFolder::isJudgementHeader, BeirFolder::parseJudgement);
  }

  /** Whether a line is the header of a file of judgements. */
  public static boolean isJudgementHeader(String line) {
    return line.startsWith("query-id\t");
  }

  public static Judgement parseJudgement(String line) throws MalformedRecordException {
    String[] columns = FieldParsing.splitColumns(line);
    if (columns.length != 3) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected query-id TAB corpus-id TAB score");
    }
    return new Judgement(
        FieldParsing.requireId(columns[0], "the query id"),
        FieldParsing.requireId(columns[1], "the corpus id"),
        FieldParsing.parseGrade(columns[2].strip()));
  }

  /** Writes the corpus of a folder, which is created if it does not exist. */
  public static RecordWriter<Document> documentWriter(Path folder) {
    return JsonlDocuments.writer(folder.resolve("corpus.jsonl"), DOCUMENTS);
  }

  /** Writes the queries of a folder. */
  public static RecordWriter<Query> queryWriter(Path folder) {
    return JsonlQueries.writer(folder.resolve("queries.jsonl"), QUERIES);
  }

  /**
   * Writes the judgements of a split.
   *
   * @param split {@code test}, {@code dev} or {@code train}
   */
  public static RecordWriter<Judgement> judgementWriter(Path folder, String split) {
    return RecordWriter.open(
        folder.resolve("qrels").resolve(split + ".tsv"),
        "query-id\tcorpus-id\tscore",
        (judgement, line) ->
            line.append(TsvEscaping.requireWritable(judgement.queryId()))
                .append('\t')
                .append(TsvEscaping.requireWritable(judgement.documentId()))
                .append('\t')
                .append(judgement.grade()));
  }
}
