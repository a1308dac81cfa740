// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.summary;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;
import org.isogloss.data.collection.FieldNames;
import org.isogloss.data.detect.DataFormat;

/**
 * Statistics of a file or folder of data. Malformed records are counted and skipped; all other
 * statistics describe the valid records.
 *
 * @param records number of valid records
 * @param skipped number of malformed records
 * @param problems the first ten problems of malformed records
 * @param withoutText number of valid records that are left out because they contain no text
 * @param texts number of texts in the records: two for a sentence pair, one for a document
 * @param lengths distribution of the text lengths, in code points
 * @param labels number of records per label, or of words per tag, most frequent first; after 1,000
 *     different ones, others are not counted; empty if the format has none
 * @param declared number of texts per declared language, by tag; {@code und} for texts without a
 *     declared language
 * @param identified number of texts of a sample per identified language, most frequent first;
 *     {@code und} if the identification is not reliable
 * @param contradicted number of texts of the sample whose reliably identified language differs from
 *     the declared language
 * @param contradictions the first ten of these texts
 * @param repeatedIds number of records with the id of an earlier record
 * @param repeatedTexts number of records with the same texts as an earlier record
 * @param repeatsEstimated whether the two counts of repetitions are estimates, because there were
 *     too many records to store the hashes of all
 * @param skippedFiles the files of a folder that contain no records
 */
public record DataSummary(
    Path path,
    DataFormat format,
    long records,
    long skipped,
    List<FormatException> problems,
    long withoutText,
    long texts,
    Lengths lengths,
    Map<String, Long> labels,
    SortedMap<String, Long> declared,
    Map<String, Long> identified,
    long contradicted,
    List<Contradiction> contradictions,
    long repeatedIds,
    long repeatedTexts,
    boolean repeatsEstimated,
    SkippedFiles skippedFiles) {

  /**
   * The distribution of text lengths.
   *
   * @param firstQuartile 25 % of the texts have at most this length
   * @param percentile95 95 % of the texts have at most this length
   */
  public record Lengths(
      int shortest,
      int firstQuartile,
      int median,
      int thirdQuartile,
      int percentile95,
      int longest,
      double mean) {}

  /**
   * A text whose identified language differs from its declared language.
   *
   * @param declared tag of the declared language
   * @param identified tag of the identified language
   * @param text the beginning of the text
   */
  public record Contradiction(String id, String declared, String identified, String text) {}

  /**
   * Summarises a file or folder: see {@link DataFormat#detect}.
   *
   * @throws IsoglossException if the format is unknown, or the data cannot be read to its end
   */
  public static DataSummary of(Path path) {
    return of(path, DataFormat.detect(path));
  }

  /** Summarises a file or folder of a known format. */
  public static DataSummary of(Path path, DataFormat format) {
    return of(path, format, FieldNames.DOCUMENTS, problem -> {}, file -> {});
  }

  /**
   * Summarises a file or folder: see {@link DataFormat#detect}.
   *
   * @param listener receives the problem of every malformed record; the summary contains only the
   *     first ten
   */
  public static DataSummary of(Path path, Consumer<FormatException> listener) {
    return of(path, FieldNames.DOCUMENTS, listener, file -> {});
  }

  /**
   * Like {@link #of(Path, Consumer)}.
   *
   * @param names the names of the fields of documents
   * @param files receives every file of a folder that contains no records
   */
  public static DataSummary of(
      Path path,
      FieldNames names,
      Consumer<FormatException> listener,
      Consumer<FormatException> files) {
    return of(path, DataFormat.detect(path, names), names, listener, files);
  }

  private static DataSummary of(
      Path path,
      DataFormat format,
      FieldNames names,
      Consumer<FormatException> listener,
      Consumer<FormatException> files) {
    try (Records<GenericRecord> records =
        GenericRecords.read(path, format, names, OnError.SKIP)
            .onSkipped(listener)
            .onSkippedFile(files)) {
      return new DataSummaryBuilder().summarize(path, format, records);
    }
  }

  /** Formats this summary as a JSON object on one line. */
  public String toJson() {
    return DataSummaryJson.of(this);
  }
}
