// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.collection.JsonlDocuments;
import org.isogloss.spark.job.InputLines;

/**
 * The documents of JSONL or Parquet files. A row of Parquet becomes a JSON object, so that the
 * fields of both have the same names and meaning.
 */
final class DocumentLines {
  private static final String PARQUET = ".parquet";

  private DocumentLines() {}

  /**
   * Reads files as {@link InputLines}.
   *
   * @param inputs the files and folders
   * @param files the files in them
   * @param partitions approximate number of partitions
   */
  static Dataset<Row> read(
      SparkSession spark, List<String> inputs, List<FileStatus> files, int partitions) {
    long parquet =
        files.stream().filter(file -> file.getPath().getName().endsWith(PARQUET)).count();
    if (parquet == 0) {
      return InputLines.text(spark, inputs, partitions);
    }
    if (parquet < files.size()) {
      throw new IsoglossException(
          String.join(", ", inputs)
              + ": contains Parquet and other files, expected one format; run a job for each");
    }
    return InputLines.located(
        // Files may have different columns.
        InputLines.reader(spark, partitions)
            .option("mergeSchema", true)
            .parquet(inputs.toArray(String[]::new)),
        to_json(struct(col("*"))));
  }

  /**
   * Parses a line.
   *
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  static Document parse(byte[] line, Language defaultLanguage) throws MalformedRecordException {
    Document document = JsonlDocuments.parse(InputLines.decode(line));
    return document.language().isUndetermined() ? document.withLanguage(defaultLanguage) : document;
  }
}
