package org.isogloss.data;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;

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
   * @param undeclared the language of documents that do not say their own; {@link
   *     Language#UNDETERMINED} where nobody knows
   * @throws IsoglossException if there is nothing of that name, no format fits, or one that holds
   *     no documents
   */
  public static Records<Document> read(Path path, Language undeclared, OnError onError) {
    return read(path, DataFormat.detect(path), undeclared, onError);
  }

  /** Reads a file or a folder of a format that is known. */
  public static Records<Document> read(
      Path path, DataFormat format, Language undeclared, OnError onError) {
    Records<Document> documents = readAll(path, format, undeclared, onError);
    return FolderLayout.OF_DOCUMENTS.contains(format)
        ? LeavingOut.of(documents, FolderLayout.others(path, format), onError)
        : documents;
  }

  private static Records<Document> readAll(
      Path path, DataFormat format, Language undeclared, OnError onError) {
    return switch (format) {
      case JSONL -> JsonlDocuments.read(path, FieldNames.DOCUMENTS, undeclared, onError);
      case TSV -> TsvDocuments.read(path, FieldNames.DOCUMENTS, undeclared, onError);
      case BEIR_FOLDER -> BeirFolder.in(path, undeclared, undeclared).documents(onError);
      case SQUAD -> SquadDataset.readOr(path, undeclared, onError).map(SquadParagraph::document);
      case SQUAD_FOLDER -> squadFolder(path, onError);
      case DOCUMENTATION ->
          ParallelDocumentation.readPages(path, documentationLanguage(path), onError)
              .map(DocumentationPage::document);
      case DOCUMENTATION_FOLDER -> documentation(path, onError);
      case INSURANCE_ANSWERS ->
          InsuranceQa.readAnswers(path, path.resolveSibling("vocabulary"), onError);
      case INSURANCE_FOLDER -> InsuranceQa.in(path).answers(onError);
      case INSURANCE_ZH_ANSWERS -> InsuranceQaZh.readAnswers(path, chineseOr(undeclared), onError);
      case TEXT -> TextFolder.readFile(path, undeclared, onError);
      case TEXT_FOLDER, NTREX_FOLDER -> TextFolder.read(path, undeclared, onError);
      case COLLECTION_FOLDER -> FolderDocuments.read(path, undeclared, onError);
      default -> throw wrong(path, format, "documents", FORMATS);
    };
  }

  private static Records<Document> squadFolder(Path path, OnError onError) {
    SquadFolder folder = SquadFolder.in(path);
    return ChainedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<Document>>>map(
                language -> () -> folder.read(language, onError).map(SquadParagraph::document))
            .toList(),
        onError);
  }

  private static Records<Document> documentation(Path path, OnError onError) {
    ParallelDocumentation folder = ParallelDocumentation.in(path);
    return ChainedRecords.of(
        path,
        folder.languages().stream()
            .<Supplier<Records<Document>>>map(language -> () -> folder.documents(language, onError))
            .toList(),
        onError);
  }

  private static Language documentationLanguage(Path file) {
    return Language.of(Folders.name(file).split("\\.", 2)[0]);
  }

  static Language chineseOr(Language undeclared) {
    return undeclared.isUndetermined() ? Language.of("zh") : undeclared;
  }

  /** Says that a format holds something else. */
  static IsoglossException wrong(
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
