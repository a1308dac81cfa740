// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.isogloss.core.io.Checksums;

/**
 * What determines the output of a job. A job that runs again continues only if its description is
 * the same.
 *
 * @param job name of the job, such as {@code encode}
 * @param settings values by name, including the identity of every input
 */
public record JobDescription(String job, SortedMap<String, String> settings) {
  public JobDescription {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** A description without settings. */
  public static JobDescription of(String job) {
    return new JobDescription(job, new TreeMap<>());
  }

  /** Returns this description with a further setting. */
  public JobDescription with(String name, Object value) {
    SortedMap<String, String> changed = new TreeMap<>(settings);
    changed.put(name, value.toString());
    return new JobDescription(job, changed);
  }

  /** Returns this description with files as an input, identified by path, size and time. */
  public JobDescription withInput(String name, List<FileStatus> files) {
    StringBuilder identity = new StringBuilder();
    for (FileStatus file : files) {
      identity
          .append(file.getPath())
          .append(' ')
          .append(file.getLen())
          .append(' ')
          .append(file.getModificationTime())
          .append('\n');
    }
    return with(name, Checksums.sha256(identity.toString()));
  }

  /** Returns a sentence on each difference from another description; empty if there is none. */
  List<String> differences(JobDescription other) {
    if (!job.equals(other.job)) {
      return List.of("the job is " + other.job + ", expected " + job);
    }
    Set<String> names = new TreeSet<>(settings.keySet());
    names.addAll(other.settings.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      String expected = settings.getOrDefault(name, "none");
      String found = other.settings.getOrDefault(name, "none");
      if (!expected.equals(found)) {
        differences.add(name.replace('_', ' ') + " is " + found + ", expected " + expected);
      }
    }
    return differences;
  }
}
