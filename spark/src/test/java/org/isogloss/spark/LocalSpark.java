// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import org.apache.spark.sql.SparkSession;

/** One Spark session with two task threads in this process, which all tests share. */
public final class LocalSpark {
  private static final SparkSession SESSION =
      SparkSession.builder()
          .master("local[2]")
          .appName("isogloss tests")
          .config("spark.ui.enabled", false)
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.shuffle.partitions", 2)
          // Compiling a query takes longer than the queries of tests.
          .config("spark.sql.codegen.wholeStage", false)
          .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
          .getOrCreate();

  private LocalSpark() {}

  public static SparkSession session() {
    return SESSION;
  }
}
