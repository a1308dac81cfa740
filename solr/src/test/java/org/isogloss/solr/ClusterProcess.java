// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A SolrCloud in a process of its own. */
final class ClusterProcess implements AutoCloseable {
  private static final Path CLUSTER = Path.of("test-cluster", "target");
  private static final String READY = "ready ";

  private final Process process;
  private final BufferedReader answers;
  private final PrintStream commands;
  private final String zooKeeper;

  private ClusterProcess(Process process) throws IOException {
    this.process = process;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.zooKeeper = answer(READY).substring(READY.length());
  }

  /**
   * Starts a cluster.
   *
   * @param folder for all data of the cluster
   */
  static ClusterProcess start(Path folder, int nodes) throws IOException {
    return start(folder, Integer.toString(nodes));
  }

  /**
   * Starts one more node in a process of its own, which can be killed.
   *
   * @param folder for the data of the node
   */
  ClusterProcess startNode(Path folder) throws IOException {
    return start(folder, zooKeeper);
  }

  private static ClusterProcess start(Path folder, String nodes) throws IOException {
    String classPath =
        CLUSTER.resolve("classes")
            + System.getProperty("path.separator")
            + Files.readString(CLUSTER.resolve("cluster.classpath"));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx640m",
            "-XX:TieredStopAtLevel=1",
            "-Dsolr.log.dir=" + folder,
            "-cp",
            classPath,
            "org.isogloss.solr.cluster.TestCluster",
            folder.toString(),
            nodes);
    return new ClusterProcess(
        new ProcessBuilder(command).redirectError(folder.resolve("errors.txt").toFile()).start());
  }

  /** Reads an answer; skips what libraries print. */
  private String answer(String prefix) throws IOException {
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(prefix)) {
        return line;
      }
    }
    throw new IOException("the cluster ended before it answered \"" + prefix.strip() + "\"");
  }

  /** The address of a collection. */
  SolrAddress address(String collection) {
    return SolrAddress.parse("solr:" + zooKeeper + "/" + collection);
  }

  /** Returns the location of a collection. */
  SolrLocation location(String collection) {
    return new SolrLocation(address(collection));
  }

  /** Executes a command of the cluster's process, such as {@code stop 0}. */
  void execute(String command) {
    commands.println(command);
    try {
      answer("done");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills the process, without a chance to write anything. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Stops the process as a machine that hangs: connections stay open, and nothing is answered. */
  void suspend() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** Continues the process after {@link #suspend}. */
  void resume() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    commands.println("quit");
    try {
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
