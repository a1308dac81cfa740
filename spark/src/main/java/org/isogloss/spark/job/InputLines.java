// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.job;

import static org.apache.spark.sql.functions.col;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.isogloss.data.MalformedRecordException;

/**
 * Input as rows of a line (UTF-8 bytes), its file, and the offset of the block of the file that the
 * task reads.
 *
 * <p>The partitions depend only on the files and the requested number of partitions, not on the
 * number of executors, so that a job that runs again has the same partitions.
 */
public final class InputLines {
  /** Bytes of input in a partition by default. */
  private static final long PARTITION_BYTES = 16 << 20;

  private InputLines() {}

  /** The default number of partitions. */
  public static int defaultPartitions(List<FileStatus> files) {
    long bytes = files.stream().mapToLong(FileStatus::getLen).sum();
    return Math.clamp(Math.ceilDiv(bytes, PARTITION_BYTES), 1, 1_000_000);
  }

  /**
   * Returns a reader of files.
   *
   * @param partitions approximate number of partitions
   */
  public static DataFrameReader reader(SparkSession spark, int partitions) {
    SparkSession session = spark.newSession();
    session.conf().set("spark.sql.files.minPartitionNum", partitions);
    session.conf().set("spark.sql.files.maxPartitionBytes", Long.MAX_VALUE);
    session.conf().set("spark.sql.files.openCostInBytes", 1);
    return session.read().option("recursiveFileLookup", true);
  }

  /** Reads the lines of text files, plain or compressed. */
  public static Dataset<Row> text(SparkSession spark, List<String> inputs, int partitions) {
    // Without it, Spark separates lines also at a lone carriage return.
    return located(
        reader(spark, partitions).option("lineSep", "\n").text(inputs.toArray(String[]::new)),
        col("value"));
  }

  /**
   * Selects a line and where it is.
   *
   * @param rows what a reader returned
   * @param line the line, a string
   */
  public static Dataset<Row> located(Dataset<Row> rows, Column line) {
    return rows.select(
        line.cast("binary"), col("_metadata.file_path"), col("_metadata.file_block_start"));
  }

  /**
   * Decodes a line, which may end in a carriage return.
   *
   * @throws MalformedRecordException if it is not UTF-8 or contains a NUL
   */
  public static String decode(byte[] line) throws MalformedRecordException {
    int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
    String decoded;
    try {
      decoded =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, 0, length)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedRecordException("found bytes that are not UTF-8");
    }
    if (decoded.indexOf('\0') >= 0) {
      throw new MalformedRecordException(
          "contains a NUL character: expected text, found binary data or UTF-16");
    }
    return decoded;
  }
}
