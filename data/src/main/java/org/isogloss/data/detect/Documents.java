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
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.JsonlDocuments;
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

/** Reads documents of whatever format they are in. */
public final class Documents {
  private static final List<DataFormat> FORMATS =
      List.of(
          DataFormat.JSONL,
          DataFormat.TSV,
          DataFormat.BEIR_FOLDER,
          DataFormat.SQUAD,
          DataFormat.SQUAD_FOLDER,
          DataFormat.DOCUMENTATION,
          DataFormat.DOCUMENTATION_FOLDER,
          DataFormat.INSURANCE_ANSWERS,
          DataFormat.INSURANCE_FOLDER,
          DataFormat.INSURANCE_ZH_ANSWERS,
          DataFormat.TEXT,
          DataFormat.TEXT_FOLDER,
          DataFormat.COLLECTION_FOLDER);

  private Documents() {}

  /** Whether a format holds documents. */
  static boolean canRead(DataFormat format) {
    return FORMATS.contains(format) || format == DataFormat.NTREX_FOLDER;
  }

  /**
   * Reads a file or a folder: see {@link DataFormat#detect}. The paragraphs of SQuAD's format are
   * documents, the pages of a documentation, the files of a folder of text. Files of a folder that
   * hold no documents are skipped and listed: see {@link Records#skippedFiles}.
   *
   * @param defaultLanguage the language of documents that do not say their own; {@link
   *     Language#UNDETERMINED} where nobody knows
   * @throws IsoglossException if there is nothing of that name, no format fits, or one that holds
   *     no documents
   */
  public static Records<Document> read(Path path, Language defaultLanguage, OnError onError) {
    return read(path, DataFormat.detect(path), defaultLanguage, onError);
  }

  /** Reads a file or a folder of a format that is known. */
  public static Records<Document> read(
      Path path, DataFormat format, Language defaultLanguage, OnError onError) {
    Records<Document> documents = readAll(path, format, defaultLanguage, onError);
    return FolderLayout.DOCUMENT_LAYOUTS.contains(format)
        ? RecordsWithSkippedFiles.of(documents, FolderLayout.unrelatedFiles(path, format), onError)
        : documents;
  }

  private static Records<Document> readAll(
      Path path, DataFormat format, Language defaultLanguage, OnError onError) {
    return switch (format) {
      case JSONL -> JsonlDocuments.read(path, FieldNames.DOCUMENTS, defaultLanguage, onError);
      case TSV -> TsvDocuments.read(path, FieldNames.DOCUMENTS, defaultLanguage, onError);
      case BEIR_FOLDER ->
          BeirFolder.open(path, defaultLanguage, defaultLanguage).documents(onError);
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
      case TEXT -> TextFolder.readFile(path, defaultLanguage, onError);
      case TEXT_FOLDER, NTREX_FOLDER -> TextFolder.read(path, defaultLanguage, onError);
      case COLLECTION_FOLDER -> CollectionFolder.read(path, defaultLanguage, onError);
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

  /** Says that a format holds something else. */
  static IsoglossException unsupportedFormat(
      Path path, DataFormat format, String expected, List<DataFormat> formats) {
    Stream<String> understood = formats.stream().map(one -> "  " + one.description());
    return new IsoglossException(
        path
            + ": is "
            + format.description()
            + ", which holds no "
            + expected
            + ". These do:\n"
            + understood.collect(Collectors.joining("\n")));
  }
}
