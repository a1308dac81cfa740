// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.job;

import java.io.IOException;
import java.io.Serializable;
import java.util.BitSet;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Publishes the output of each partition exactly once. A task writes to a name of its own and then
 * renames; if another attempt of the same task was faster, its equal output stays and this one is
 * discarded. A task that is killed leaves only a temporary file, which {@link JobFolder#complete}
 * removes.
 */
public final class PartitionOutput implements Serializable {
  private static final long serialVersionUID = 1;

  private final String folder;
  private final String suffix;
  private final BitSet finished;
  private final Broadcast<SerializableConfiguration> configuration;

  /** Writes a file or folder on the file system of Hadoop. */
  @FunctionalInterface
  public interface Writer {
    /**
     * Writes the output.
     *
     * @param path the file or folder to create
     */
    void write(Path path, Configuration configuration) throws IOException;
  }

  /**
   * Creates the output of a job, on the driver.
   *
   * @param suffix end of the names of the partitions, beginning with a dot
   */
  public PartitionOutput(JavaSparkContext spark, JobFolder folder, String suffix) {
    this.folder = folder.path();
    this.suffix = suffix;
    this.finished = folder.finished();
    this.configuration =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
  }

  /** Whether a partition was finished before the job started. */
  public boolean isFinished(int partition) {
    return finished.get(partition);
  }

  /** Writes a partition and publishes it. */
  public void publish(int partition, Writer writer) throws IOException {
    Configuration hadoop = configuration.value().value();
    String name = String.format(Locale.ROOT, "part-%05d%s", partition, suffix);
    Path published = new Path(folder, name);
    Path own = new Path(new Path(folder, JobFolder.TEMPORARY), UUID.randomUUID() + "-" + name);
    FileSystem system = own.getFileSystem(hadoop);
    try {
      writer.write(own, hadoop);
      // Fails if the name exists, unlike FileSystem.rename, which moves a folder into the other.
      FileContext.getFileContext(own.toUri(), hadoop).rename(own, published);
    } catch (FileAlreadyExistsException e) {
      if (!system.exists(published)) {
        throw e;
      }
    } finally {
      system.delete(own, /* recursive= */ true);
    }
  }
}
