// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.collection.BeirFolder;
import org.isogloss.data.collection.CsvDocuments;
import org.isogloss.data.collection.ElasticsearchBulk;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.collection.ParquetDocuments;
import org.isogloss.data.collection.TsvDocuments;
import org.isogloss.data.documentation.DocumentationPage;
import org.isogloss.data.documentation.ParallelDocumentation;
import org.isogloss.data.io.ConcatenatedRecords;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.RecordsWithSkippedFiles;
import org.isogloss.data.qa.InsuranceQa;
import org.isogloss.data.qa.InsuranceQaZh;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.qa.SquadFolder;
import org.isogloss.data.qa.SquadParagraph;
import org.isogloss.data.trec.TrecDocuments;
import org.isogloss.data.wiki.MediaWikiDump;

/** Reads documents of any supported format. */
public final class Documents {
  static final List<DataFormat> FORMATS =
      List.of(
          DataFormat.JSONL,
          DataFormat.JSON_ARRAY,
          DataFormat.CSV,
          DataFormat.TSV,
          DataFormat.ELASTICSEARCH_BULK,
          DataFormat.PARQUET,
          DataFormat.TREC_DOCUMENTS,
          DataFormat.BEIR_FOLDER,
          DataFormat.SQUAD,
          DataFormat.SQUAD_FOLDER,
          DataFormat.DOCUMENTATION,
          DataFormat.DOCUMENTATION_FOLDER,
          DataFormat.INSURANCE_ANSWERS,
          DataFormat.INSURANCE_FOLDER,
          DataFormat.INSURANCE_ZH_ANSWERS,
          DataFormat.MEDIAWIKI_DUMP,
          DataFormat.TEXT,
          DataFormat.TEXT_FOLDER,
          DataFormat.ARCHIVE,
          DataFormat.COLLECTION_FOLDER);

  private Documents() {}

  /** Whether a format contains documents. */
  static boolean canRead(DataFormat format) {
    return FORMATS.contains(format) || format == DataFormat.NTREX_FOLDER;
  }

  /**
   * Reads a file or a folder whose format is detected by {@link DataFormat#detect}. A document is a
   * paragraph of SQuAD's format, a page of a documentation, an article of a wiki with its first
   * paragraph, or a file of a folder of text files. Files of a folder that contain no documents are
   * skipped and listed by {@link Records#skippedFiles}.
   *
   * @param defaultLanguage the language of documents that do not declare theirs; {@link
   *     Language#UNDETERMINED} if it is not known
   * @throws IsoglossException if the path does not exist, or its format is unknown or contains no
   *     documents
   */
  public static Records<Document> read(Path path, Language defaultLanguage, OnError onError) {
    return read(
        path, DocumentOptions.DEFAULT.withDefaultLanguage(defaultLanguage).withOnError(onError));
  }

  /** Like {@link #read(Path, Language, OnError)}. */
  public static Records<Document> read(Path path, DocumentOptions options) {
    DataFormat format = FormatDetector.detect(path, FORMATS, options.names(), options.links());
    return read(path, format, options);
  }

  /** Reads a file or a folder of a known format. */
  public static Records<Document> read(Path path, DataFormat format, DocumentOptions options) {
    Records<Document> documents = readAll(path, format, options);
    return FolderLayout.DOCUMENT_LAYOUTS.contains(format)
        ? RecordsWithSkippedFiles.of(
            documents,
            path,
            skipped -> FolderLayout.addUnrelatedFiles(path, format, skipped),
            options.onError())
        : documents;
  }

  private static Records<Document> readAll(Path path, DataFormat format, DocumentOptions options) {
    FieldNames names = options.names();
    Language defaultLanguage = options.defaultLanguage();
    OnError onError = options.onError();
    return switch (format) {
      case JSONL -> JsonlDocuments.read(path, names, defaultLanguage, onError);
      case JSON_ARRAY -> JsonlDocuments.readArray(path, names, defaultLanguage, onError);
      case CSV -> CsvDocuments.read(path, names, defaultLanguage, onError);
      case TSV -> TsvDocuments.read(path, names, defaultLanguage, onError);
      case ELASTICSEARCH_BULK -> ElasticsearchBulk.read(path, names, defaultLanguage, onError);
      case PARQUET -> ParquetDocuments.read(path, names, defaultLanguage, onError);
      case TREC_DOCUMENTS -> TrecDocuments.read(path, defaultLanguage, onError);
      case BEIR_FOLDER ->
          BeirFolder.open(path, defaultLanguage, defaultLanguage).documents(names, onError);
      case SQUAD ->
          SquadDataset.readWithDefaultLanguage(path, defaultLanguage, onError)
              .map(SquadParagraph::toDocument);
      case SQUAD_FOLDER -> squadFolder(path, onError);
      case DOCUMENTATION ->
          ParallelDocumentation.readPages(path, documentationLanguage(path), onError)
              .map(DocumentationPage::toDocument);
      case DOCUMENTATION_FOLDER -> documentation(path, onError);
      case INSURANCE_ANSWERS ->
          InsuranceQa.readAnswers(path, path.resolveSibling("vocabulary"), onError);
      case INSURANCE_FOLDER -> InsuranceQa.open(path).answers(onError);
      case INSURANCE_ZH_ANSWERS ->
          InsuranceQaZh.readAnswers(path, defaultToChinese(defaultLanguage), onError);
      case MEDIAWIKI_DUMP -> MediaWikiDump.documents(path, onError);
      case TEXT -> TextFolder.readFile(path, defaultLanguage, onError);
      case TEXT_FOLDER, NTREX_FOLDER -> TextFolder.read(path, options);
      case ARCHIVE -> new Records<>(ArchiveDocuments.open(path, Path.of(""), options), onError);
      case COLLECTION_FOLDER -> CollectionFolder.read(path, options);
      default -> throw unsupportedFormat(path, format, "documents", FORMATS);
    };
  }

  private static Records<Document> squadFolder(Path path, OnError onError) {
    SquadFolder folder = SquadFolder.open(path);
    return ConcatenatedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<Document>>>map(
                language -> () -> folder.read(language, onError).map(SquadParagraph::toDocument))
            .toList(),
        onError);
  }

  private static Records<Document> documentation(Path path, OnError onError) {
    ParallelDocumentation folder = ParallelDocumentation.open(path);
    return ConcatenatedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<Document>>>map(language -> () -> folder.documents(language, onError))
            .toList(),
        onError);
  }

  private static Language documentationLanguage(Path file) {
    return Language.of(FolderListing.fileName(file).split("\\.", 2)[0]);
  }

  static Language defaultToChinese(Language defaultLanguage) {
    return defaultLanguage.isUndetermined() ? Language.of("zh") : defaultLanguage;
  }

  /** The exception for a format that does not contain the expected data. */
  static IsoglossException unsupportedFormat(
      Path path, DataFormat format, String expected, List<DataFormat> formats) {
    Stream<String> descriptions = formats.stream().map(supported -> "  " + supported.description());
    return new IsoglossException(
        path
            + ": is "
            + format.description()
            + ", which contains no "
            + expected
            + ". Supported formats:\n"
            + descriptions.collect(Collectors.joining("\n")));
  }
}
