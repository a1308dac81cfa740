// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.job;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.isogloss.core.IsoglossException;

/** Files on any file system that Hadoop supports, on the driver. */
public final class HadoopFiles {
  private final Configuration configuration;

  public HadoopFiles(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Lists input files in the order of their paths, including those in sub-folders. Files and
   * folders whose names begin with {@code _} or {@code .} are left out, as Spark does.
   *
   * @param inputs files and folders
   * @throws IsoglossException if one does not exist or cannot be read, or there is no file
   */
  public List<FileStatus> list(List<String> inputs) {
    List<FileStatus> files = new ArrayList<>();
    for (String input : inputs) {
      Path path = new Path(input);
      try {
        FileSystem system = path.getFileSystem(configuration);
        add(system, system.getFileStatus(path), files);
      } catch (FileNotFoundException e) {
        throw new IsoglossException(input + ": no such file or folder", e);
      } catch (IOException e) {
        throw new IsoglossException(input + ": cannot be read: " + e.getMessage(), e);
      }
    }
    if (files.isEmpty()) {
      throw new IsoglossException(String.join(", ", inputs) + ": contains no files");
    }
    files.sort(Comparator.comparing(file -> file.getPath().toString()));
    return List.copyOf(files);
  }

  private static void add(FileSystem system, FileStatus status, List<FileStatus> files)
      throws IOException {
    if (status.isFile()) {
      files.add(status);
      return;
    }
    for (FileStatus child : system.listStatus(status.getPath())) {
      String name = child.getPath().getName();
      if (!name.startsWith("_") && !name.startsWith(".")) {
        add(system, child, files);
      }
    }
  }

  /** The path of a file or folder with its file system, independent of the working directory. */
  public String qualified(String path) {
    Path given = new Path(path);
    try {
      return given.getFileSystem(configuration).makeQualified(given).toString();
    } catch (IOException e) {
      throw new IsoglossException(path + ": cannot be accessed: " + e.getMessage(), e);
    }
  }

  /** Copies a folder to a local folder, which does not exist. */
  public void copyToLocal(String folder, java.nio.file.Path local) {
    Path from = new Path(folder);
    try {
      from.getFileSystem(configuration)
          .copyToLocalFile(
              /* delSrc= */ false,
              from,
              new Path(local.toUri()),
              /* useRawLocalFileSystem= */ true);
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be copied: " + e.getMessage(), e);
    }
  }
}
