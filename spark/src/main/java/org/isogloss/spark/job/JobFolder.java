// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;

/**
 * The output folder of a job: one file or folder for each finished partition, {@code part-00000}
 * etc. with a suffix, the description of the job in {@value #DESCRIPTION}, and the empty file
 * {@value #SUCCESS} once every partition is finished.
 *
 * <p>A job that was stopped continues: it skips the finished partitions. The driver opens the
 * folder; tasks write to it through a {@link PartitionOutput}.
 */
public final class JobFolder {
  static final String DESCRIPTION = "_job.json";
  static final String SUCCESS = "_SUCCESS";
  static final String TEMPORARY = "_temporary";

  private static final Pattern PART = Pattern.compile("part-(\\d{5,})\\..*");

  private final FileSystem system;
  private final Path folder;

  private JobFolder(FileSystem system, Path folder) {
    this.system = system;
    this.folder = folder;
  }

  /**
   * Creates the folder of a job, or opens it to continue the job.
   *
   * @throws IsoglossException if it contains other files or the output of a job with another
   *     description, or cannot be written
   */
  public static JobFolder open(Configuration configuration, String path, JobDescription job) {
    Path folder = new Path(path);
    try {
      FileSystem system = folder.getFileSystem(configuration);
      JobFolder opened = new JobFolder(system, system.makeQualified(folder));
      opened.requireSame(job);
      return opened;
    } catch (IOException e) {
      throw cannotAccess(folder, e);
    }
  }

  /**
   * Opens the complete output of a job, to read it.
   *
   * @param job name of the job
   * @throws IsoglossException if the folder is not the output of such a job, or is incomplete
   */
  public static JobFolder openComplete(Configuration configuration, String path, String job) {
    Path folder = new Path(path);
    try {
      FileSystem system = folder.getFileSystem(configuration);
      JobFolder opened = new JobFolder(system, system.makeQualified(folder));
      if (!system.exists(opened.child(DESCRIPTION))
          || !opened.readDescription().job().equals(job)) {
        throw new IsoglossException(
            folder + ": is not the output of " + job + ", expected its file " + DESCRIPTION);
      }
      if (!system.exists(opened.child(SUCCESS))) {
        throw new IsoglossException(
            folder
                + ": is incomplete, because "
                + job
                + " has not ended; run the same "
                + job
                + " again, which continues it");
      }
      return opened;
    } catch (IOException e) {
      throw cannotAccess(folder, e);
    }
  }

  private void requireSame(JobDescription job) throws IOException {
    if (system.exists(child(DESCRIPTION))) {
      JobDescription found = readDescription();
      if (!job.equals(found)) {
        throw new IsoglossException(
            folder
                + ": contains the output of another job: "
                + String.join("; ", job.differences(found))
                + ". Delete the folder, choose another one, or run the job with the same options");
      }
      return;
    }
    if (system.exists(folder) && hasOtherFiles()) {
      throw new IsoglossException(
          folder + ": contains other files, expected an empty or a new folder for the output");
    }
    system.mkdirs(folder);
    ObjectNode json = JsonFile.MAPPER.createObjectNode().put("job", job.job());
    ObjectNode settings = json.putObject("settings");
    job.settings().forEach(settings::put);
    writeFile(DESCRIPTION, json.toPrettyString() + "\n");
  }

  /** Whether the folder has files that a job does not write before its description. */
  private boolean hasOtherFiles() throws IOException {
    return Arrays.stream(system.listStatus(folder))
        .anyMatch(file -> !file.getPath().getName().equals(TEMPORARY));
  }

  /** The description of the job that wrote this folder. */
  public JobDescription description() {
    try {
      return readDescription();
    } catch (IOException e) {
      throw cannotAccess(folder, e);
    }
  }

  private JobDescription readDescription() throws IOException {
    try {
      JsonNode json = JsonFile.MAPPER.readTree(readFile(DESCRIPTION));
      SortedMap<String, String> settings = new TreeMap<>();
      json.path("settings")
          .properties()
          .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
      return new JobDescription(json.path("job").asText(), settings);
    } catch (JsonProcessingException e) {
      throw new IsoglossException(
          child(DESCRIPTION) + ": is damaged, expected JSON; delete the folder", e);
    }
  }

  private String readFile(String name) throws IOException {
    try (var in = system.open(child(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Reads a small file that {@link #writeText} wrote. */
  public String readText(String name) {
    try {
      return readFile(name);
    } catch (FileNotFoundException e) {
      throw new IsoglossException(child(name) + ": is missing; run the job again", e);
    } catch (IOException e) {
      throw cannotAccess(child(name), e);
    }
  }

  /**
   * Writes a small file, which appears complete.
   *
   * @param name its name, which begins with an underscore, so that readers of the output skip it
   */
  public void writeText(String name, String text) {
    try {
      writeFile(name, text);
    } catch (IOException e) {
      throw cannotAccess(child(name), e);
    }
  }

  private void writeFile(String name, String text) throws IOException {
    Path unfinished = new Path(child(TEMPORARY), name);
    try (OutputStream out = system.create(unfinished, /* overwrite= */ true)) {
      out.write(text.getBytes(UTF_8));
    }
    rename(unfinished, name);
  }

  private void rename(Path unfinished, String name) throws IOException {
    system.delete(child(name), /* recursive= */ false);
    if (!system.rename(unfinished, child(name))) {
      throw new IOException("cannot rename " + unfinished + " to " + child(name));
    }
  }

  /** Opens a file that {@link #publish} wrote; empty if there is none. */
  public Optional<BufferedReader> read(String name) {
    try {
      return system.exists(child(name))
          ? Optional.of(new BufferedReader(new InputStreamReader(system.open(child(name)), UTF_8)))
          : Optional.empty();
    } catch (IOException e) {
      throw cannotAccess(child(name), e);
    }
  }

  /** Whether every partition is finished. */
  public boolean isComplete() {
    try {
      return system.exists(child(SUCCESS));
    } catch (IOException e) {
      throw cannotAccess(folder, e);
    }
  }

  /** Copies a local file to the folder, where it appears complete. */
  public void publish(java.nio.file.Path local, String name) {
    Path unfinished = new Path(child(TEMPORARY), name);
    try {
      system.copyFromLocalFile(
          /* delSrc= */ false, /* overwrite= */ true, new Path(local.toUri()), unfinished);
      rename(unfinished, name);
    } catch (IOException e) {
      throw cannotAccess(child(name), e);
    }
  }

  /** The path of the folder, with its file system. */
  public String path() {
    return folder.toString();
  }

  /** The numbers of the finished partitions. */
  public BitSet finished() {
    BitSet finished = new BitSet();
    finishedParts().keySet().forEach(finished::set);
    return finished;
  }

  /** The paths of the finished partitions, in the order of their numbers. */
  public List<String> parts() {
    return List.copyOf(finishedParts().values());
  }

  private SortedMap<Integer, String> finishedParts() {
    SortedMap<Integer, String> finished = new TreeMap<>();
    try {
      for (FileStatus file : system.listStatus(folder)) {
        Matcher part = PART.matcher(file.getPath().getName());
        if (part.matches()) {
          finished.put(Integer.parseInt(part.group(1)), file.getPath().toString());
        }
      }
      return finished;
    } catch (IOException e) {
      throw cannotAccess(folder, e);
    }
  }

  /** Marks the output as complete and removes temporary files of failed tasks. */
  public void complete() {
    try {
      system.delete(child(TEMPORARY), /* recursive= */ true);
      system.create(child(SUCCESS), /* overwrite= */ true).close();
    } catch (IOException e) {
      throw cannotAccess(folder, e);
    }
  }

  private Path child(String name) {
    return new Path(folder, name);
  }

  private static IsoglossException cannotAccess(Path path, IOException e) {
    return new IsoglossException(path + ": cannot be accessed: " + e.getMessage(), e);
  }
}
