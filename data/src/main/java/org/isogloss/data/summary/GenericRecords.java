// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.Judgement;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.MosesFolder;
import org.isogloss.data.bitext.NtrexFolder;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.data.bitext.WordPairs;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.data.classification.RatedPair;
import org.isogloss.data.classification.RatedPairs;
import org.isogloss.data.collection.BeirFolder;
import org.isogloss.data.collection.ClirMatrix;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.collection.LanguageLabels;
import org.isogloss.data.collection.TsvDocuments;
import org.isogloss.data.detect.DataFormat;
import org.isogloss.data.detect.DocumentOptions;
import org.isogloss.data.detect.Documents;
import org.isogloss.data.detect.FolderLayout;
import org.isogloss.data.io.ConcatenatedRecords;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.io.RecordsWithSkippedFiles;
import org.isogloss.data.qa.InsuranceQa;
import org.isogloss.data.qa.InsuranceQaQuestion;
import org.isogloss.data.qa.InsuranceQaVocabulary;
import org.isogloss.data.qa.InsuranceQaZh;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.qa.SquadQuestion;
import org.isogloss.data.tagging.TaggedSentence;
import org.isogloss.data.tagging.TaggedSentences;
import org.isogloss.data.trec.JsonTopics;
import org.isogloss.data.trec.TopicVersion;
import org.isogloss.data.trec.TrecQrels;
import org.isogloss.data.trec.TrecRun;
import org.isogloss.data.trec.TrecTopics;
import org.isogloss.data.vector.FastTextVectors;

/** Reads any format as {@link GenericRecord}s. */
final class GenericRecords {
  /** The names of documents and queries, which may be distinguished only by their keys. */
  private static final FieldNames DOCUMENTS_AND_QUERIES =
      FieldNames.DOCUMENTS
          .withId(and(FieldNames.DOCUMENTS.id(), FieldNames.QUERIES.id()))
          .withText(
              and(
                  FieldNames.DOCUMENTS.text(),
                  FieldNames.QUERIES.text().stream()
                      .filter(Predicate.not(FieldNames.DOCUMENTS.title()::contains))
                      .toList()));

  private static final Language UNDECLARED = Language.UNDETERMINED;

  private static final LanguagePair UNDECLARED_PAIR = new LanguagePair(UNDECLARED, UNDECLARED);

  private GenericRecords() {}

  private static String[] and(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toArray(String[]::new);
  }

  /**
   * Reads a file or folder of a known format.
   *
   * @param names the names of the fields of documents; queries too are read if they are the default
   */
  static Records<GenericRecord> read(
      Path path, DataFormat format, FieldNames names, OnError onError) {
    FieldNames all = names.equals(FieldNames.DOCUMENTS) ? DOCUMENTS_AND_QUERIES : names;
    return switch (format) {
      case JSONL -> JsonlDocuments.read(path, all, UNDECLARED, onError).map(GenericRecord::of);
      case TSV -> TsvDocuments.read(path, all, UNDECLARED, onError).map(GenericRecord::of);
      case BEIR_QRELS -> BeirFolder.readJudgements(path, onError).map(GenericRecords::judgement);
      case TREC_TOPICS ->
          TrecTopics.readVersions(path, UNDECLARED, onError).map(GenericRecords::topic);
      case JSON_TOPICS ->
          JsonTopics.readVersions(path, UNDECLARED, onError).map(GenericRecords::topic);
      case TREC_QRELS -> TrecQrels.read(path, onError).map(GenericRecords::judgement);
      case TREC_RUN ->
          TrecRun.read(path, onError)
              .map(line -> new GenericRecord(line.queryId() + "\t" + line.documentId(), List.of()));
      case ID_LANGUAGES ->
          LanguageLabels.read(path, onError)
              .map(line -> GenericRecord.of(line.id(), line.language(), ""));
      case SQUAD ->
          SquadDataset.readWithDefaultLanguage(path, UNDECLARED, onError)
              .map(GenericRecords::paragraph);
      case SQUAD_FOLDER ->
          RecordsWithSkippedFiles.of(
              squad(path, onError),
              path,
              skipped -> FolderLayout.addUnrelatedFiles(path, format, skipped),
              onError);
      case BITEXT -> Bitext.readTsv(path, onError).map(GenericRecords::pair);
      case BITEXT_BARS, TMX, XLIFF ->
          Bitext.read(path, Bitext.findLanguages(path).orElse(UNDECLARED_PAIR), onError)
              .map(GenericRecords::pair);
      case WORD_PAIRS ->
          WordPairs.read(path, onError)
              .map(
                  pair ->
                      new GenericRecord(
                          "",
                          List.of(
                              new GenericRecord.Text(pair.sourceLanguage(), pair.source()),
                              new GenericRecord.Text(pair.targetLanguage(), pair.target()))));
      case CLASSIFIED_TEXTS -> ClassifiedTexts.read(path, onError).map(GenericRecords::classified);
      case RATED_PAIRS -> RatedPairs.read(path, onError).map(GenericRecords::rated);
      case TAGGED_SENTENCES -> TaggedSentences.read(path, onError).map(GenericRecords::tagged);
      case MOSES -> lines(path, Bitext.languageOfExtension(path), onError);
      case MOSES_FOLDER -> moses(path, onError);
      case NTREX_FOLDER -> ntrex(path, onError);
      case CLIRMATRIX_QUERIES ->
          ClirMatrix.readQueries(
                  path,
                  ClirMatrix.findLanguages(path).map(LanguagePair::source).orElse(UNDECLARED),
                  onError)
              .map(
                  judged ->
                      GenericRecord.of(
                          judged.query().id(), judged.query().language(), judged.query().text()));
      case INSURANCE_QUESTIONS ->
          InsuranceQa.readQuestions(path, path.resolveSibling("vocabulary"), "q", onError)
              .map(GenericRecords::question);
      case INSURANCE_VOCABULARY ->
          LineRecordReader.read(
              path,
              onError,
              line -> {
                String[] columns = InsuranceQaVocabulary.parseEntry(line);
                return GenericRecord.of(columns[0], Language.of("en"), columns[1]);
              });
      case INSURANCE_ZH_QUESTIONS ->
          InsuranceQaZh.readQuestions(path, Language.of("zh"), onError)
              .map(GenericRecords::question);
      case WORD_VECTORS ->
          FastTextVectors.open(path, onError)
              .records()
              .map(vector -> GenericRecord.of(vector.word(), UNDECLARED, vector.word()));
      case JSON_ARRAY,
          CSV,
          ELASTICSEARCH_BULK,
          PARQUET,
          TREC_DOCUMENTS,
          BEIR_FOLDER,
          DOCUMENTATION,
          DOCUMENTATION_FOLDER,
          INSURANCE_ANSWERS,
          INSURANCE_FOLDER,
          INSURANCE_ZH_ANSWERS,
          MEDIAWIKI_DUMP,
          TEXT,
          TEXT_FOLDER,
          ARCHIVE,
          COLLECTION_FOLDER ->
          Documents.read(path, format, DocumentOptions.DEFAULT.withNames(all).withOnError(onError))
              .map(GenericRecord::of);
    };
  }

  private static GenericRecord judgement(Judgement judgement) {
    return new GenericRecord(judgement.queryId() + "\t" + judgement.documentId(), List.of());
  }

  private static GenericRecord topic(List<TopicVersion> versions) {
    return new GenericRecord(
        versions.getFirst().topic().id(),
        versions.stream()
            .map(TopicVersion::topic)
            .map(topic -> new GenericRecord.Text(topic.language(), topic.toQuery().text()))
            .toList());
  }

  private static GenericRecord question(InsuranceQaQuestion question) {
    return GenericRecord.of(
        question.query().id(), question.query().language(), question.query().text());
  }

  private static GenericRecord paragraph(SquadParagraph paragraph) {
    List<GenericRecord.Text> texts = new ArrayList<>();
    texts.add(new GenericRecord.Text(paragraph.language(), paragraph.context()));
    for (SquadQuestion question : paragraph.questions()) {
      texts.add(new GenericRecord.Text(question.query().language(), question.query().text()));
    }
    return new GenericRecord(paragraph.toDocument().id(), texts);
  }

  private static GenericRecord pair(SentencePair pair) {
    return new GenericRecord(
        "",
        List.of(
            new GenericRecord.Text(pair.sourceLanguage(), pair.source()),
            new GenericRecord.Text(pair.targetLanguage(), pair.target())));
  }

  private static GenericRecord classified(ClassifiedText text) {
    return new GenericRecord(
        "",
        Stream.concat(Stream.of(text.first()), text.second().stream())
            .map(one -> new GenericRecord.Text(text.language(), one))
            .toList(),
        List.of(text.label()));
  }

  private static GenericRecord rated(RatedPair pair) {
    return new GenericRecord(
        "",
        List.of(
            new GenericRecord.Text(UNDECLARED, pair.first()),
            new GenericRecord.Text(UNDECLARED, pair.second())));
  }

  private static GenericRecord tagged(TaggedSentence sentence) {
    String text = String.join(" ", sentence.words());
    return new GenericRecord(
        "", List.of(new GenericRecord.Text(UNDECLARED, text)), sentence.tags());
  }

  private static Records<GenericRecord> lines(Path file, Language language, OnError onError) {
    return PlainTextLines.read(file, onError).map(line -> GenericRecord.of("", language, line));
  }

  private static Records<GenericRecord> squad(Path path, OnError onError) {
    SquadFolder folder = SquadFolder.open(path);
    return ConcatenatedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<GenericRecord>>>map(
                language -> () -> folder.read(language, onError).map(GenericRecords::paragraph))
            .toList(),
        onError);
  }

  private static Records<GenericRecord> moses(Path path, OnError onError) {
    return ConcatenatedRecords.of(
        path,
        MosesFolder.open(path).entries().stream()
            .<Supplier<Records<GenericRecord>>>map(
                entry -> () -> entry.read(onError).map(GenericRecords::pair))
            .toList(),
        onError);
  }

  private static Records<GenericRecord> ntrex(Path path, OnError onError) {
    NtrexFolder folder = NtrexFolder.open(path);
    return ConcatenatedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<GenericRecord>>>map(
                language -> () -> lines(folder.file(language), language, onError))
            .toList(),
        onError);
  }
}
