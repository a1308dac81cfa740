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
import org.isogloss.data.detect.DataFormat;

/**
 * What is in a file or folder of data. Bad records are counted and left out, whatever else is said
 * here is about the others.
 *
 * @param records how many could be read
 * @param skipped how many could not
 * @param problems the first ten of these
 * @param texts how many texts the records hold: two of a pair of sentences, one of a document
 * @param lengths of the texts, in characters (code points)
 * @param declared how many texts are in each language as the data says it, by tag; {@code und}
 *     where it does not say
 * @param identified how many texts of a sample seem to be in each language, most first; {@code und}
 *     where that is not sure
 * @param contradicted how many texts of the sample surely seem to be in another language than the
 *     data says
 * @param contradictions the first ten of these
 * @param repeatedIds how many records have an id that was there before
 * @param repeatedTexts how many records have the same texts as one before
 * @param repeatsEstimated whether the two counts of repeats are estimates, because there were too
 *     many records to remember all of them
 * @param skippedFiles the files of a folder that hold no records
 */
public record DataSummary(
    Path path,
    DataFormat format,
    long records,
    long skipped,
    List<FormatException> problems,
    long texts,
    Lengths lengths,
    SortedMap<String, Long> declared,
    Map<String, Long> identified,
    long contradicted,
    List<Contradiction> contradictions,
    long repeatedIds,
    long repeatedTexts,
    boolean repeatsEstimated,
    SkippedFiles skippedFiles) {

  /**
   * How long texts are.
   *
   * @param firstQuartile a quarter of the texts are as long or shorter
   * @param percentile95 nineteen of twenty texts are as long or shorter
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
   * A text that does not seem to be in its language.
   *
   * @param declared tag of the language that the data says
   * @param identified tag of the language that it seems to be in
   * @param text how it begins
   */
  public record Contradiction(String id, String declared, String identified, String text) {}

  /**
   * Looks into a file or folder: see {@link DataFormat#detect}.
   *
   * @throws IsoglossException if no format fits, or the data cannot be read to its end
   */
  public static DataSummary of(Path path) {
    return of(path, DataFormat.detect(path));
  }

  /** Looks into a file or folder of a format that is known. */
  public static DataSummary of(Path path, DataFormat format) {
    return of(path, format, problem -> {});
  }

  /**
   * Looks into a file or folder: see {@link DataFormat#detect}.
   *
   * @param listener receives every bad record, while the summary holds the first ten
   */
  public static DataSummary of(Path path, Consumer<FormatException> listener) {
    return of(path, DataFormat.detect(path), listener);
  }

  private static DataSummary of(Path path, DataFormat format, Consumer<FormatException> listener) {
    try (Records<GenericRecord> records =
        GenericRecords.read(path, format, OnError.SKIP).onSkipped(listener)) {
      return new DataSummaryBuilder().summarize(path, format, records);
    }
  }

  /** This summary as a JSON object on one line. */
  public String toJson() {
    return DataSummaryJson.of(this);
  }
}
