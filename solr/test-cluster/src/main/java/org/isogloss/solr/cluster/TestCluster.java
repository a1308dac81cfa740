// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr.cluster;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.cloud.ZkTestServer;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/**
 * A SolrCloud with ZooKeeper in one process, which tests start with a class path of its own, or one
 * node of such a cluster in another process.
 *
 * <p>Arguments: a folder for all data, and the number of nodes or the address of ZooKeeper for one
 * more node. Writes {@code ready ZOOKEEPER} to standard output, then {@code done} after each
 * command that it reads from standard input:
 *
 * <ul>
 *   <li>{@code stop N}, {@code start N}: stops or starts the node with a number, from 0
 *   <li>{@code zookeeper stop}, {@code zookeeper start}
 *   <li>{@code quit}, or the end of the input: ends the process
 * </ul>
 */
public final class TestCluster {
  private final List<JettySolrRunner> nodes;
  private final String zooKeeperAddress;

  /** Null if it is in another process. */
  private ZkTestServer zooKeeper;

  private TestCluster(
      List<JettySolrRunner> nodes, ZkTestServer zooKeeper, String zooKeeperAddress) {
    this.nodes = List.copyOf(nodes);
    this.zooKeeper = zooKeeper;
    this.zooKeeperAddress = zooKeeperAddress;
  }

  /** Starts a cluster. */
  public static void main(String[] arguments) throws Exception {
    PrintStream answers =
        new PrintStream(
            new FileOutputStream(FileDescriptor.out),
            /* autoFlush= */ true,
            StandardCharsets.UTF_8);
    Path folder = Path.of(arguments[0]);
    TestCluster cluster =
        arguments[1].contains(":")
            ? node(folder, arguments[1])
            : cluster(folder, Integer.parseInt(arguments[1]));
    answers.println("ready " + cluster.zooKeeperAddress);
    cluster.run(answers);
    // Threads of the libraries may live on.
    Runtime.getRuntime().halt(0);
  }

  private static TestCluster cluster(Path folder, int nodes) throws Exception {
    MiniSolrCloudCluster cluster =
        new MiniSolrCloudCluster(
            nodes,
            folder,
            MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML,
            JettyConfig.builder().build());
    return new TestCluster(
        cluster.getJettySolrRunners(), cluster.getZkServer(), cluster.getZkServer().getZkAddress());
  }

  private static TestCluster node(Path folder, String zooKeeperAddress) throws Exception {
    System.setProperty("zkHost", zooKeeperAddress);
    Files.writeString(folder.resolve("solr.xml"), MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML);
    JettySolrRunner node = new JettySolrRunner(folder.toString(), JettyConfig.builder().build());
    node.start();
    return new TestCluster(List.of(node), /* zooKeeper= */ null, zooKeeperAddress);
  }

  private void run(PrintStream answers) throws Exception {
    var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String command = commands.readLine();
        command != null && !command.equals("quit");
        command = commands.readLine()) {
      execute(command.split(" "));
      answers.println("done");
    }
  }

  private void execute(String[] words) throws Exception {
    switch (words[0] + (words[0].equals("zookeeper") ? " " + words[1] : "")) {
      case "stop" -> nodes.get(Integer.parseInt(words[1])).stop();
      case "start" -> nodes.get(Integer.parseInt(words[1])).start();
      case "zookeeper stop" -> zooKeeper.shutdown();
      case "zookeeper start" -> {
        zooKeeper = new ZkTestServer(zooKeeper.getZkDir(), zooKeeper.getPort());
        zooKeeper.run(false);
      }
      default -> throw new IOException("unknown command: " + String.join(" ", words));
    }
  }
}
