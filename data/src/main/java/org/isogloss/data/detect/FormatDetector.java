// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.detect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.SymbolicLinks;
import org.isogloss.data.bitext.BitextFormat;
import org.isogloss.data.collection.BeirFolder;
import org.isogloss.data.collection.CsvTable;
import org.isogloss.data.collection.ElasticsearchBulk;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.data.collection.RecordEnvelope;
import org.isogloss.data.collection.TsvTable;
import org.isogloss.data.io.ArchiveFiles;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.FolderListing;
import org.isogloss.data.io.LinkScope;
import org.isogloss.data.parquet.ParquetRows;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;
import org.isogloss.data.qa.SquadDataset;
import org.isogloss.data.trec.TrecDocuments;
import org.isogloss.data.wiki.MediaWikiDump;

/** Detects the format of files and folders. */
final class FormatDetector {
  private static final Pattern SQUAD = Pattern.compile("^\\s*\\{[^{\\[]*\"data\"\\s*:\\s*\\[");
  private static final Pattern ENTRIES = Pattern.compile("^\\s*\\{\\s*\"[^\"]*\"\\s*:\\s*\\{");
  private static final Pattern ARRAY = Pattern.compile("\\s*+\\[\\s*+[{\\]]");
  private static final Pattern VECTOR_HEADER = Pattern.compile("\\d+ +(\\d+) *");
  private static final Pattern REAL = Pattern.compile("-?\\d*\\.?\\d+(?:[eE][-+]?\\d+)?");

  /** The least dimension of vectors that are recognised without a header. */
  private static final int MIN_DIMENSION = 20;

  private static final Pattern TAG = Pattern.compile("[a-z][a-z0-9]{0,15}");

  private FormatDetector() {}

  /**
   * Detects the format of a file or folder.
   *
   * @param expected the formats that the caller can use, for messages
   * @param names the names of the fields of documents
   * @param links the symbolic links in a folder that are followed
   */
  static DataFormat detect(
      Path path, Collection<DataFormat> expected, FieldNames names, SymbolicLinks links) {
    if (!InputPaths.isReadOnce(path) && Files.isDirectory(path)) {
      LinkScope scope = LinkScope.of(path, links);
      return FolderLayout.detect(path, scope)
          .orElseGet(() -> CollectionFolder.detect(path, scope, names));
    }
    if (TextFolder.isUnambiguousDocument(path)) {
      return DataFormat.TEXT; // Its bytes need not be UTF-8; the reader reports other problems.
    }
    if (ParquetRows.isParquet(path)) {
      return detectParquet(path);
    }
    if (!InputPaths.isReadOnce(path) && ArchiveFiles.isArchive(path)) {
      return DataFormat.ARCHIVE;
    }
    FileHead head = FileHead.read(path);
    if (head.isEmpty()) {
      throw new FormatException(
          path, 0, "is empty, expected data: check whether it was written completely");
    }
    return detectFile(head, names).orElseThrow(() -> unknown(path, head, expected));
  }

  /** The format of the rows of a Parquet file. */
  static DataFormat detectParquet(Path file) {
    return SquadDataset.isParquetRows(file) ? DataFormat.SQUAD : DataFormat.PARQUET;
  }

  private static FormatException unknown(
      Path path, FileHead head, Collection<DataFormat> expected) {
    String known =
        expected.stream()
            .map(format -> "  " + format.description())
            .collect(Collectors.joining("\n"));
    return new FormatException(
        path,
        0,
        "begins with "
            + Excerpt.quote(head.text().strip())
            + ", which is not a supported format."
            + NearestFormat.explain(head, expected)
            + " Supported formats:\n"
            + known);
  }

  /** The format of a file with this beginning; empty if it is unknown or the file is empty. */
  static Optional<DataFormat> detectFile(FileHead head, FieldNames names) {
    if (head.isEmpty()) {
      return Optional.empty();
    }
    if (TextFolder.isUnambiguousDocument(head.file())) {
      return Optional.of(DataFormat.TEXT);
    }
    if (head.text().stripLeading().startsWith("{")) {
      return detectJson(head, names);
    }
    if (ARRAY.matcher(head.text()).lookingAt()) {
      if (SquadDataset.isRows(head)) {
        return Optional.of(DataFormat.SQUAD);
      }
      return Optional.of(
          TopicFormats.isArray(head) ? DataFormat.JSON_TOPICS : DataFormat.JSON_ARRAY);
    }
    if (TrecDocuments.isDocuments(head)) {
      return Optional.of(DataFormat.TREC_DOCUMENTS);
    }
    if (TopicFormats.isTagged(head)) {
      return Optional.of(DataFormat.TREC_TOPICS);
    }
    if (MediaWikiDump.isDump(head.text())) {
      return Optional.of(DataFormat.MEDIAWIKI_DUMP);
    }
    switch (BitextFormat.detect(head)) {
      case TMX -> {
        return Optional.of(DataFormat.TMX);
      }
      case XLIFF -> {
        return Optional.of(DataFormat.XLIFF);
      }
      case BARS -> {
        return Optional.of(DataFormat.BITEXT_BARS);
      }
      case TSV -> {
        // Lines with tabs may have many formats.
      }
    }
    if (isVectors(head)) {
      return Optional.of(DataFormat.WORD_VECTORS);
    }
    return detectTable(head, names).or(() -> detectLines(head));
  }

  private static Optional<DataFormat> detectJson(FileHead head, FieldNames names) {
    String text = head.text();
    if (SQUAD.matcher(text).find() || SquadDataset.isRows(head)) {
      return Optional.of(DataFormat.SQUAD);
    }
    if (ElasticsearchBulk.isAction(head.firstLine())) {
      return Optional.of(DataFormat.ELASTICSEARCH_BULK);
    }
    if (head.majorityMatches(RecordEnvelope::isEnvelope)) {
      return Optional.of(DataFormat.JSONL);
    }
    if (JsonlDocuments.isWrapped(head)) {
      return Optional.of(DataFormat.JSON_ARRAY);
    }
    if (TopicFormats.isJson(head)) {
      return Optional.of(DataFormat.JSON_TOPICS);
    }
    boolean hasIds = head.majorityMatches(line -> hasAnyKey(line, names.id()));
    if (!hasIds && ENTRIES.matcher(text).find()) {
      if (text.contains("\"answers\"")) {
        return Optional.of(DataFormat.INSURANCE_ZH_QUESTIONS);
      }
      return text.contains("\"zh\"")
          ? Optional.of(DataFormat.INSURANCE_ZH_ANSWERS)
          : Optional.empty();
    }
    if (head.majorityMatches(line -> hasKeys(line, "src_id", "tgt_results"))) {
      return Optional.of(DataFormat.CLIRMATRIX_QUERIES);
    }
    Optional<DataFormat> task = TaskFormats.detectJson(head);
    if (task.isPresent()) {
      return task;
    }
    boolean lines = head.lines().isEmpty() || head.majorityMatches(line -> line.startsWith("{"));
    return lines ? Optional.of(DataFormat.JSONL) : Optional.empty();
  }

  private static boolean hasKeys(String line, String... keys) {
    try {
      ObjectNode object = StrictJson.object(line);
      return Arrays.stream(keys).allMatch(object::has);
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  private static boolean hasAnyKey(String line, List<String> keys) {
    try {
      return keys.stream().anyMatch(StrictJson.object(line)::has);
    } catch (MalformedRecordException e) {
      return false;
    }
  }

  private static boolean isVectors(FileHead head) {
    var header = VECTOR_HEADER.matcher(head.firstLine());
    if (!header.matches() || header.group(1).length() > 6) {
      return head.majorityMatches(FormatDetector::isVector);
    }
    int columns = Math.min(Integer.parseInt(header.group(1)), 2) + 1;
    long vectors =
        head.lines().stream()
            .skip(1)
            .filter(line -> line.strip().split(" +", -1).length >= columns)
            .count();
    return 2 * vectors >= head.lines().size() - 1;
  }

  /** Whether a line is a word and a vector, as in files without a header, which GloVe writes. */
  private static boolean isVector(String line) {
    String[] columns = line.strip().split(" +", -1);
    return columns.length > MIN_DIMENSION
        && Arrays.stream(columns).skip(1).allMatch(value -> REAL.matcher(value).matches());
  }

  private static Optional<DataFormat> detectTable(FileHead head, FieldNames names) {
    if (TaskFormats.isTagged(head)) {
      return Optional.of(DataFormat.TAGGED_SENTENCES);
    }
    if (BeirFolder.isJudgementHeader(head.withoutComments().firstLine())) {
      return Optional.of(DataFormat.BEIR_QRELS);
    }
    if (head.firstLine().equals("id\tlanguage")) {
      return Optional.of(DataFormat.ID_LANGUAGES);
    }
    if (head.majorityMatches(line -> tab(line, 0).startsWith("idx_"))) {
      return Optional.of(DataFormat.INSURANCE_VOCABULARY);
    }
    if (head.majorityMatches(line -> tab(line, 1).startsWith("idx_"))) {
      return Optional.of(
          head.majorityMatches(line -> columns(line) == 2)
              ? DataFormat.INSURANCE_ANSWERS
              : DataFormat.INSURANCE_QUESTIONS);
    }
    Optional<DataFormat> trec = TrecFormats.detect(head.withoutComments());
    if (trec.isPresent()) {
      return trec;
    }
    String name = FolderListing.nameUncompressed(head.file());
    boolean language = Language.find(name.split("\\.", 2)[0]).isPresent();
    if (language
        && head.majorityMatches(
            line -> columns(line) == 4 && TAG.matcher(tab(line, 2)).matches())) {
      return Optional.of(DataFormat.DOCUMENTATION);
    }
    boolean pair = !LanguagePair.allInFileName(head.file()).isEmpty();
    if (pair && head.majorityMatches(line -> columns(line) == 2 || columns(line) == 3)) {
      return Optional.of(DataFormat.BITEXT);
    }
    if (CsvTable.isHeader(head.firstLine(), names)
        || CsvTable.isHeader(head.firstLine(), FieldNames.QUERIES)) {
      return Optional.of(DataFormat.CSV);
    }
    if (TsvTable.isHeader(head.firstLine(), names)
        || TsvTable.isHeader(head.firstLine(), FieldNames.QUERIES)) {
      return Optional.of(CsvTable.isQuoted(head.lines()) ? DataFormat.CSV : DataFormat.TSV);
    }
    if (head.majorityMatches(TsvTable::isMsMarcoDocument)) {
      return Optional.of(DataFormat.TSV);
    }
    return TaskFormats.detectHeader(head)
        .or(() -> TaskFormats.detectRows(head))
        .or(() -> detectByColumnsOrName(head, name));
  }

  private static Optional<DataFormat> detectByColumnsOrName(FileHead head, String name) {
    if (head.majorityMatches(line -> columns(line) == 2)) {
      return Optional.of(DataFormat.TSV);
    }
    // The reader says what is wrong with the header.
    return name.toLowerCase(Locale.ROOT).endsWith(".csv")
        ? Optional.of(DataFormat.CSV)
        : Optional.empty();
  }

  private static int columns(String line) {
    return FieldParsing.splitColumns(line).length;
  }

  private static String tab(String line, int column) {
    String[] columns = FieldParsing.splitColumns(line);
    return column < columns.length ? columns[column] : "";
  }

  private static Optional<DataFormat> detectLines(FileHead head) {
    if (isMoses(head.file())) {
      return Optional.of(DataFormat.MOSES);
    }
    boolean pair = !LanguagePair.allInFileName(head.file()).isEmpty();
    if (pair && head.majorityMatches(line -> line.strip().split(" +", -1).length == 2)) {
      return Optional.of(DataFormat.WORD_PAIRS);
    }
    return TextFolder.isDocument(head.file())
            && !CollectionFolder.accompaniesDocuments(head.file())
            && !TrecFormats.isIncomplete(head)
        ? Optional.of(DataFormat.TEXT)
        : Optional.empty();
  }

  /** Whether a file name ends in a language code, and another file differs only in that code. */
  private static boolean isMoses(Path file) {
    String name = FolderListing.nameUncompressed(file);
    int dot = name.lastIndexOf('.');
    return dot >= 0
        && Language.find(name.substring(dot + 1)).isPresent()
        && FolderListing.listVisible(file.toAbsolutePath().getParent()).stream()
            .map(FolderListing::nameUncompressed)
            .anyMatch(
                other ->
                    other.startsWith(name.substring(0, dot + 1))
                        && !other.equals(name)
                        && Language.find(other.substring(dot + 1)).isPresent());
  }
}
