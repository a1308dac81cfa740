// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.mine;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.isogloss.core.IsoglossException;
import org.isogloss.mining.neighbour.Int8VectorQuantizer;
import org.isogloss.spark.encode.PassageRows;
import org.isogloss.spark.job.JobFolder;
import scala.Tuple2;

/**
 * The distinct passages of one language with their quantised vectors, numbered from 0 in the order
 * of their texts. A text that occurs several times has the smallest of its document ids.
 */
final class MiningSide implements AutoCloseable {
  private final JavaPairRDD<Integer, Line> lines;
  private final float step;
  private final int size;

  /**
   * A passage.
   *
   * @param vector the quantised vector
   */
  record Line(String text, String document, byte[] vector) implements Serializable {}

  private MiningSide(JavaPairRDD<Integer, Line> lines, float step, int size) {
    this.lines = lines;
    this.step = step;
    this.size = size;
  }

  /** Reads the passages that have a vector. */
  static MiningSide read(SparkSession session, JobFolder folder) {
    var rows =
        PassageRows.read(session, folder)
            .filter(col("vector").isNotNull())
            .groupBy("text")
            .agg(min(struct(col("document"), col("vector"))).as("first"))
            .select(col("text"), col("first.document"), col("first.vector"))
            .orderBy("text")
            .toJavaRDD();
    rows.persist(StorageLevel.MEMORY_AND_DISK());
    float[][] sample =
        rows.take(Int8VectorQuantizer.SAMPLE_SIZE).stream()
            .map(MiningSide::vector)
            .toArray(float[][]::new);
    if (sample.length == 0) {
      throw new IsoglossException(
          folder.path() + ": contains no passage with a vector; encode it with a model");
    }
    Int8VectorQuantizer quantizer = Int8VectorQuantizer.fit(sample);
    float step = quantizer.step();
    JavaPairRDD<Integer, Line> lines =
        rows.zipWithIndex()
            .mapToPair(
                row ->
                    new Tuple2<>(
                        Math.toIntExact(row._2()),
                        new Line(
                            row._1().getString(0),
                            row._1().getString(1),
                            new Int8VectorQuantizer(step).quantize(vector(row._1())))))
            .persist(StorageLevel.MEMORY_AND_DISK());
    int size = Math.toIntExact(lines.count());
    rows.unpersist();
    return new MiningSide(lines, step, size);
  }

  private static float[] vector(Row row) {
    List<Float> components = row.getList(2);
    float[] vector = new float[components.size()];
    for (int d = 0; d < vector.length; d++) {
      vector[d] = components.get(d);
    }
    return vector;
  }

  JavaPairRDD<Integer, Line> lines() {
    return lines;
  }

  /** The value that a byte of 1 in a vector represents. */
  float step() {
    return step;
  }

  int size() {
    return size;
  }

  @Override
  public void close() {
    lines.unpersist();
  }
}
