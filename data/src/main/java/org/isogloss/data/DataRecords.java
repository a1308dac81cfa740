package org.isogloss.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.isogloss.core.Language;

/** Reads any format as {@link DataRecord}s. */
final class DataRecords {
  /** Both documents and queries, which nothing but the key may tell apart. */
  private static final FieldNames NAMES =
      new FieldNames(
          List.of("id", "_id", "docid", "qid"),
          List.of("title"),
          List.of("text", "contents", "query"),
          List.of("language", "lang"));

  private static final Language UNSAID = Language.UNDETERMINED;

  private DataRecords() {}

  static Records<DataRecord> read(Path path, DataFormat format, OnError onError) {
    return switch (format) {
      case JSONL -> JsonlDocuments.read(path, NAMES, UNSAID, onError).map(DataRecord::of);
      case TSV -> TsvDocuments.read(path, NAMES, UNSAID, onError).map(DataRecord::of);
      case BEIR_QRELS -> BeirFolder.readJudgements(path, onError).map(DataRecords::judgement);
      case TREC_TOPICS -> TrecTopics.read(path, UNSAID, onError).map(DataRecords::topic);
      case TREC_QRELS -> TrecQrels.read(path, onError).map(DataRecords::judgement);
      case TREC_RUN ->
          TrecRun.read(path, onError)
              .map(line -> new DataRecord(line.queryId() + "\t" + line.documentId(), List.of()));
      case ID_LANGUAGES ->
          IdLanguages.read(path, onError)
              .map(line -> DataRecord.of(line.id(), line.language(), ""));
      case SQUAD -> SquadDataset.readOr(path, UNSAID, onError).map(DataRecords::paragraph);
      case SQUAD_FOLDER ->
          LeavingOut.of(squad(path, onError), FolderLayout.others(path, format), onError);
      case BITEXT -> Bitext.readTsv(path, onError).map(DataRecords::pair);
      case WORD_PAIRS ->
          WordPairs.read(path, onError)
              .map(
                  pair ->
                      new DataRecord(
                          "",
                          List.of(
                              new DataRecord.Text(pair.sourceLanguage(), pair.source()),
                              new DataRecord.Text(pair.targetLanguage(), pair.target()))));
      case MOSES -> lines(path, Bitext.extension(path), onError);
      case MOSES_FOLDER -> moses(path, onError);
      case NTREX_FOLDER -> ntrex(path, onError);
      case CLIRMATRIX_QUERIES ->
          ClirMatrix.readQueries(
                  path,
                  ClirMatrix.findLanguages(path).map(LanguagePair::source).orElse(UNSAID),
                  onError)
              .map(
                  judged ->
                      DataRecord.of(
                          judged.query().id(), judged.query().language(), judged.query().text()));
      case INSURANCE_QUESTIONS ->
          InsuranceQa.readQuestions(path, path.resolveSibling("vocabulary"), "q", onError)
              .map(DataRecords::question);
      case INSURANCE_VOCABULARY ->
          LineRecords.read(
              path,
              onError,
              line -> {
                String[] columns = InsuranceVocabulary.entry(line);
                return DataRecord.of(columns[0], Language.of("en"), columns[1]);
              });
      case INSURANCE_ZH_QUESTIONS ->
          InsuranceQaZh.readQuestions(path, Language.of("zh"), onError).map(DataRecords::question);
      case WORD_VECTORS ->
          FastTextVectors.open(path, onError)
              .records()
              .map(vector -> DataRecord.of(vector.word(), UNSAID, vector.word()));
      case BEIR_FOLDER,
          DOCUMENTATION,
          DOCUMENTATION_FOLDER,
          INSURANCE_ANSWERS,
          INSURANCE_FOLDER,
          INSURANCE_ZH_ANSWERS,
          TEXT,
          TEXT_FOLDER,
          COLLECTION_FOLDER ->
          Documents.read(path, format, UNSAID, onError).map(DataRecord::of);
    };
  }

  private static DataRecord judgement(Judgement judgement) {
    return new DataRecord(judgement.queryId() + "\t" + judgement.documentId(), List.of());
  }

  private static DataRecord topic(Topic topic) {
    return DataRecord.of(topic.id(), topic.language(), topic.query().text());
  }

  private static DataRecord question(InsuranceQuestion question) {
    return DataRecord.of(
        question.query().id(), question.query().language(), question.query().text());
  }

  private static DataRecord paragraph(SquadParagraph paragraph) {
    List<DataRecord.Text> texts = new ArrayList<>();
    texts.add(new DataRecord.Text(paragraph.language(), paragraph.context()));
    for (SquadQuestion question : paragraph.questions()) {
      texts.add(new DataRecord.Text(question.query().language(), question.query().text()));
    }
    return new DataRecord(paragraph.document().id(), texts);
  }

  private static DataRecord pair(SentencePair pair) {
    return new DataRecord(
        "",
        List.of(
            new DataRecord.Text(pair.sourceLanguage(), pair.source()),
            new DataRecord.Text(pair.targetLanguage(), pair.target())));
  }

  private static Records<DataRecord> lines(Path file, Language language, OnError onError) {
    return PlainLines.read(file, onError).map(line -> DataRecord.of("", language, line));
  }

  private static Records<DataRecord> squad(Path path, OnError onError) {
    SquadFolder folder = SquadFolder.in(path);
    return ChainedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<DataRecord>>>map(
                language -> () -> folder.read(language, onError).map(DataRecords::paragraph))
            .toList(),
        onError);
  }

  private static Records<DataRecord> moses(Path path, OnError onError) {
    return ChainedRecords.of(
        path,
        MosesFolder.in(path).entries().stream()
            .<Supplier<Records<DataRecord>>>map(
                entry -> () -> entry.read(onError).map(DataRecords::pair))
            .toList(),
        onError);
  }

  private static Records<DataRecord> ntrex(Path path, OnError onError) {
    NtrexFolder folder = NtrexFolder.in(path);
    return ChainedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<DataRecord>>>map(
                language -> () -> lines(folder.file(language), language, onError))
            .toList(),
        onError);
  }
}
