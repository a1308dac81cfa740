// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;

/** The disk that Spark gives to the executor. */
final class LocalDisk {
  private LocalDisk() {}

  /** Creates a new folder for temporary files of a task, which deletes it. */
  static Path createFolder() throws IOException {
    // Standalone clusters and Kubernetes set the first variable, YARN the second.
    String folders =
        Stream.of("SPARK_LOCAL_DIRS", "LOCAL_DIRS")
            .flatMap(name -> Optional.ofNullable(System.getenv(name)).stream())
            .findFirst()
            .orElseGet(
                () ->
                    SparkEnv.get()
                        .conf()
                        .get("spark.local.dir", System.getProperty("java.io.tmpdir")));
    Path folder = Path.of(folders.split("[,:]", 2)[0]);
    return Files.createTempDirectory(Files.createDirectories(folder), "isogloss-index");
  }
}
