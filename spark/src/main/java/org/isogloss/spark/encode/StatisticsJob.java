// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.Language;
import org.isogloss.core.json.JsonFile;
import org.isogloss.spark.job.JobFolder;
import org.isogloss.text.segmentation.WordSegmenter;

/** Counts documents, passages, characters and words of each language. */
public final class StatisticsJob {
  /**
   * The size of the texts in a language.
   *
   * @param documents number of documents; several documents with the same id count separately
   * @param passages number of their passages
   * @param characters number of Unicode characters of the passages, without titles
   * @param words number of words of the passages, without titles
   */
  public record Counts(long documents, long passages, long characters, long words)
      implements Serializable {
    /** Returns the sums of both. */
    Counts plus(Counts other) {
      return new Counts(
          documents + other.documents,
          passages + other.passages,
          characters + other.characters,
          words + other.words);
    }
  }

  private StatisticsJob() {}

  /**
   * Counts the passages that {@link EncodeJob} wrote.
   *
   * @param input its output folder
   * @return counts by language tag
   */
  public static SortedMap<String, Counts> run(SparkSession session, String input) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    JobFolder folder = JobFolder.openComplete(spark.hadoopConfiguration(), input, EncodeJob.NAME);
    return PassageRows.read(session, folder)
        .select("passage", "language", "text")
        .toJavaRDD()
        .mapPartitions(rows -> List.of(count(rows)).iterator())
        .fold(new TreeMap<>(), StatisticsJob::sum);
  }

  private static SortedMap<String, Counts> count(Iterator<Row> rows) {
    SortedMap<String, Counts> counts = new TreeMap<>();
    while (rows.hasNext()) {
      Row row = rows.next();
      String tag = row.getString(1);
      String text = row.getString(2);
      Counts passage =
          new Counts(
              row.getInt(0) == 0 ? 1 : 0,
              1,
              text.codePointCount(0, text.length()),
              WordSegmenter.split(text, Language.of(tag)).size());
      counts.merge(tag, passage, Counts::plus);
    }
    return counts;
  }

  private static SortedMap<String, Counts> sum(
      SortedMap<String, Counts> one, SortedMap<String, Counts> other) {
    SortedMap<String, Counts> sum = new TreeMap<>(one);
    other.forEach((tag, counts) -> sum.merge(tag, counts, Counts::plus));
    return sum;
  }

  /** Returns the counts as a JSON object with an object for each language. */
  public static String json(Map<String, Counts> counts) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    counts.forEach(
        (tag, language) ->
            json.putObject(tag)
                .put("documents", language.documents())
                .put("passages", language.passages())
                .put("characters", language.characters())
                .put("words", language.words()));
    return json.toPrettyString();
  }
}
