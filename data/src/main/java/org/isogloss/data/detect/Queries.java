// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.FlatMappedRecords;
import org.isogloss.data.FormatException;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SymbolicLinks;
import org.isogloss.data.collection.BeirFolder;
import org.isogloss.data.collection.ClirMatrix;
import org.isogloss.data.collection.CsvQueries;
import org.isogloss.data.collection.ElasticsearchBulk;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.JsonlQueries;
import org.isogloss.data.collection.ParquetQueries;
import org.isogloss.data.collection.TsvQueries;
import org.isogloss.data.duplicate.DistinctQueries;
import org.isogloss.data.io.ConcatenatedRecords;
import org.isogloss.data.qa.InsuranceQa;
import org.isogloss.data.qa.InsuranceQaQuestion;
import org.isogloss.data.qa.InsuranceQaZh;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadTestCollection;
import org.isogloss.data.trec.JsonTopics;
import org.isogloss.data.trec.Topic;
import org.isogloss.data.trec.TopicQueries;
import org.isogloss.data.trec.TopicSelection;
import org.isogloss.data.trec.TrecTopics;

/** Reads queries of any supported format. */
public final class Queries {
  private static final List<DataFormat> FORMATS =
      List.of(
          DataFormat.JSONL,
          DataFormat.TSV,
          DataFormat.CSV,
          DataFormat.JSON_ARRAY,
          DataFormat.ELASTICSEARCH_BULK,
          DataFormat.PARQUET,
          DataFormat.TREC_TOPICS,
          DataFormat.JSON_TOPICS,
          DataFormat.BEIR_FOLDER,
          DataFormat.SQUAD,
          DataFormat.SQUAD_FOLDER,
          DataFormat.CLIRMATRIX_QUERIES,
          DataFormat.INSURANCE_QUESTIONS,
          DataFormat.INSURANCE_ZH_QUESTIONS);

  private Queries() {}

  /** Whether a format contains queries. */
  static boolean canRead(DataFormat format) {
    return FORMATS.contains(format);
  }

  /**
   * Reads a file or a folder whose format is detected by {@link DataFormat#detect}. The titles of
   * topics are the queries; {@link SquadTestCollection} defines the ids of questions in SQuAD's
   * format. A query with the id of an earlier one is malformed, because a run could not distinguish
   * the two.
   *
   * @param defaultLanguage the language of queries that do not declare theirs; {@link
   *     Language#UNDETERMINED} if it is not known
   * @throws IsoglossException if the path does not exist, or its format is unknown or contains no
   *     queries
   */
  public static Records<Query> read(Path path, Language defaultLanguage, OnError onError) {
    return read(path, detect(path), defaultLanguage, onError);
  }

  /** Reads a file or a folder of a known format. */
  public static Records<Query> read(
      Path path, DataFormat format, Language defaultLanguage, OnError onError) {
    return read(path, format, TopicSelection.of(defaultLanguage), onError);
  }

  /**
   * Reads a file or a folder like {@link #read(Path, Language, OnError)}, and selects versions and
   * parts of topics.
   *
   * @throws IsoglossException also if a source or parts are selected, and the format has none
   */
  public static Records<Query> read(Path path, TopicSelection selection, OnError onError) {
    return read(path, detect(path), selection, onError);
  }

  private static DataFormat detect(Path path) {
    return FormatDetector.detect(path, FORMATS, FieldNames.DOCUMENTS, SymbolicLinks.ALL);
  }

  private static Records<Query> read(
      Path path, DataFormat format, TopicSelection selection, OnError onError) {
    Records<Query> all =
        selection.isForTopicsOnly() || isTopics(format)
            ? topics(path, format, selection, onError)
            : readAll(path, format, selection.language(), onError);
    return new Records<>(new DistinctQueries(all.source()), onError);
  }

  private static boolean isTopics(DataFormat format) {
    return format == DataFormat.TREC_TOPICS
        || format == DataFormat.JSON_TOPICS
        || format == DataFormat.JSON_ARRAY;
  }

  private static Records<Query> topics(
      Path path, DataFormat format, TopicSelection selection, OnError onError) {
    Records<Topic> topics =
        switch (format) {
          case TREC_TOPICS -> TrecTopics.read(path, selection, onError);
          case JSON_TOPICS, JSON_ARRAY, JSONL -> JsonTopics.read(path, selection, onError);
          default ->
              throw new FormatException(
                  path,
                  0,
                  "is "
                      + format.description()
                      + ", whose queries have no parts and no versions: select none");
        };
    return TopicQueries.of(topics, selection.parts(), onError);
  }

  private static Records<Query> readAll(
      Path path, DataFormat format, Language defaultLanguage, OnError onError) {
    return switch (format) {
      case JSONL -> JsonlQueries.read(path, FieldNames.QUERIES, defaultLanguage, onError);
      case CSV -> CsvQueries.read(path, FieldNames.QUERIES, defaultLanguage, onError);
      case ELASTICSEARCH_BULK ->
          ElasticsearchBulk.readQueries(path, FieldNames.QUERIES, defaultLanguage, onError);
      case PARQUET -> ParquetQueries.read(path, FieldNames.QUERIES, defaultLanguage, onError);
      case TSV -> TsvQueries.read(path, FieldNames.QUERIES, defaultLanguage, onError);
      case BEIR_FOLDER -> BeirFolder.open(path, defaultLanguage, defaultLanguage).queries(onError);
      case SQUAD ->
          questions(SquadDataset.readWithDefaultLanguage(path, defaultLanguage, onError), onError);
      case SQUAD_FOLDER -> squadFolder(path, onError);
      case CLIRMATRIX_QUERIES ->
          ClirMatrix.readQueries(
                  path,
                  defaultLanguage.isUndetermined()
                      ? ClirMatrix.languages(path).source()
                      : defaultLanguage,
                  onError)
              .map(JudgedQuery::query);
      case INSURANCE_QUESTIONS ->
          InsuranceQa.readQuestions(path, path.resolveSibling("vocabulary"), "q", onError)
              .map(InsuranceQaQuestion::query);
      case INSURANCE_ZH_QUESTIONS ->
          InsuranceQaZh.readQuestions(path, Documents.defaultToChinese(defaultLanguage), onError)
              .map(InsuranceQaQuestion::query);
      default -> throw Documents.unsupportedFormat(path, format, "queries", FORMATS);
    };
  }

  private static Records<Query> questions(Records<SquadParagraph> paragraphs, OnError onError) {
    return new Records<>(
        new FlatMappedRecords<>(paragraphs.source(), SquadTestCollection::queries), onError);
  }

  private static Records<Query> squadFolder(Path path, OnError onError) {
    SquadFolder folder = SquadFolder.open(path);
    return ConcatenatedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<Query>>>map(
                language -> () -> questions(folder.read(language, onError), onError))
            .toList(),
        onError);
  }
}
