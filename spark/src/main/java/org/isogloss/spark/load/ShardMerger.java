// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.search.IndexMerger;
import org.isogloss.spark.job.HadoopFiles;
import org.isogloss.spark.job.JobFolder;

/** Merges the shards of a {@link LoadJob} into one index on the disk of the driver. */
public final class ShardMerger {
  private ShardMerger() {}

  /**
   * Merges shards. They are copied next to the index first, which therefore needs space for the
   * shards and the index, and for the segments that Lucene merges.
   *
   * @param input the folder of the shards, which {@link LoadJob} has completed
   * @param to the local folder of the new index
   */
  public static void merge(Configuration configuration, String input, Path to) {
    JobFolder folder = JobFolder.openComplete(configuration, input, LoadJob.NAME);
    HadoopFiles files = new HadoopFiles(configuration);
    Path parent = to.toAbsolutePath().getParent();
    try {
      Files.createDirectories(parent);
      Path local = Files.createTempDirectory(parent, to.getFileName() + ".shards");
      try {
        List<Path> shards = new ArrayList<>();
        for (String part : folder.parts()) {
          Path shard = local.resolve("shard-" + shards.size());
          files.copyToLocal(part, shard);
          shards.add(shard);
        }
        IndexMerger.merge(shards, to);
      } finally {
        FolderTree.deleteIfExists(local);
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(to, e);
    }
  }
}
