package org.isogloss.data;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;

/** Reads queries of whatever format they are in. */
public final class Queries {
  private static final List<DataFormat> FORMATS =
      List.of(
          DataFormat.JSONL,
          DataFormat.TSV,
          DataFormat.TREC_TOPICS,
          DataFormat.BEIR_FOLDER,
          DataFormat.SQUAD,
          DataFormat.SQUAD_FOLDER,
          DataFormat.CLIRMATRIX_QUERIES,
          DataFormat.INSURANCE_QUESTIONS,
          DataFormat.INSURANCE_ZH_QUESTIONS);

  private Queries() {}

  /** Whether a format holds queries. */
  static boolean canRead(DataFormat format) {
    return FORMATS.contains(format);
  }

  /**
   * Reads a file or a folder: see {@link DataFormat#detect}. Of TREC topics the titles are the
   * queries; questions of SQuAD's format are named as {@link SquadRetrieval} names them. A query
   * whose id an earlier one has is malformed, because a run could not tell the two apart.
   *
   * @param undeclared the language of queries that do not say their own; {@link
   *     Language#UNDETERMINED} where nobody knows
   * @throws IsoglossException if there is nothing of that name, no format fits, or one that holds
   *     no queries
   */
  public static Records<Query> read(Path path, Language undeclared, OnError onError) {
    return read(path, DataFormat.detect(path), undeclared, onError);
  }

  /** Reads a file or a folder of a format that is known. */
  public static Records<Query> read(
      Path path, DataFormat format, Language undeclared, OnError onError) {
    Records<Query> all = readAll(path, format, undeclared, onError);
    return new Records<>(new DistinctQueries(all.source()), onError);
  }

  private static Records<Query> readAll(
      Path path, DataFormat format, Language undeclared, OnError onError) {
    return switch (format) {
      case JSONL -> JsonlQueries.read(path, FieldNames.QUERIES, undeclared, onError);
      case TSV -> TsvQueries.read(path, FieldNames.QUERIES, undeclared, onError);
      case TREC_TOPICS -> TrecTopics.read(path, undeclared, onError).map(Topic::query);
      case BEIR_FOLDER -> BeirFolder.in(path, undeclared, undeclared).queries(onError);
      case SQUAD -> questions(SquadDataset.readOr(path, undeclared, onError), onError);
      case SQUAD_FOLDER -> squadFolder(path, onError);
      case CLIRMATRIX_QUERIES ->
          ClirMatrix.readQueries(
                  path,
                  undeclared.isUndetermined() ? ClirMatrix.languages(path).source() : undeclared,
                  onError)
              .map(JudgedQuery::query);
      case INSURANCE_QUESTIONS ->
          InsuranceQa.readQuestions(path, path.resolveSibling("vocabulary"), "q", onError)
              .map(InsuranceQuestion::query);
      case INSURANCE_ZH_QUESTIONS ->
          InsuranceQaZh.readQuestions(path, Documents.chineseOr(undeclared), onError)
              .map(InsuranceQuestion::query);
      default -> throw Documents.wrong(path, format, "queries", FORMATS);
    };
  }

  private static Records<Query> questions(Records<SquadParagraph> paragraphs, OnError onError) {
    return new Records<>(new FlatRecords<>(paragraphs.source(), SquadRetrieval::queries), onError);
  }

  private static Records<Query> squadFolder(Path path, OnError onError) {
    SquadFolder folder = SquadFolder.in(path);
    return ChainedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<Query>>>map(
                language -> () -> questions(folder.read(language, onError), onError))
            .toList(),
        onError);
  }
}
