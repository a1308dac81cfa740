// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.spark.launcher.JavaModuleOptions;

/**
 * A standalone cluster of a master and two workers with one core each, all processes of this
 * machine. The distribution of Spark, of the version of the POM, is in the folder that the
 * environment variable {@value #HOME} names; the Python package {@code pyspark} contains one:
 *
 * <pre>{@code
 * python3 -m venv venv && venv/bin/pip install pyspark==4.2.0
 * export ISOGLOSS_TEST_SPARK_HOME=$PWD/venv/lib/python3.12/site-packages/pyspark
 * }</pre>
 */
final class StandaloneCluster implements AutoCloseable {
  static final String HOME = "ISOGLOSS_TEST_SPARK_HOME";

  private static final int SECONDS = 240;

  private final Path home;
  private final Path folder;
  private final String address;
  private final List<Process> workers = new ArrayList<>();
  private final Process master;

  /** Starts a cluster, or skips the test if there is no distribution. */
  StandaloneCluster(Path folder) throws IOException {
    String named = System.getenv(HOME);
    assumeTrue(
        named != null,
        "set " + HOME + " to the folder of the Python package pyspark to run this test");
    this.home = Path.of(named).toAbsolutePath();
    this.folder = Files.createDirectories(folder);
    int port = freePort();
    this.address = "spark://127.0.0.1:" + port;
    master =
        start(
            "master",
            "org.apache.spark.deploy.master.Master",
            "--host",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--webui-port",
            "0");
    for (int i = 0; i < 2; i++) {
      workers.add(
          start(
              "worker-" + i,
              "org.apache.spark.deploy.worker.Worker",
              "--host",
              "127.0.0.1",
              "--webui-port",
              "0",
              "--cores",
              "1",
              "--memory",
              "1g",
              "--work-dir",
              folder.resolve("work-" + i).toString(),
              address));
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Process start(String name, String main, String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/spark-class").toString()));
    command.add(main);
    command.addAll(List.of(args));
    return start(name, command);
  }

  private Process start(String name, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.redirectErrorStream(true).redirectOutput(folder.resolve(name + ".log").toFile());
    return builder.start();
  }

  /** Starts a command of {@link Main} on the cluster; all its processes use this class path. */
  Process submit(String name, Object... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(List.of("-Xmx700m", "-cp", System.getProperty("java.class.path")));
    command.add("-Dspark.master=" + address);
    command.add("-Dspark.driver.host=127.0.0.1");
    command.add("-Dspark.driver.bindAddress=127.0.0.1");
    command.add("-Dspark.ui.enabled=false");
    command.add("-Dspark.executor.memory=800m");
    command.add("-Dspark.executor.extraClassPath=" + System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return start(name, command);
  }

  /** Waits for the end of a command and returns its exit code. */
  static int await(Process command) throws InterruptedException {
    if (!command.waitFor(SECONDS, TimeUnit.SECONDS)) {
      command.destroyForcibly();
      throw new IllegalStateException("the command did not end within " + SECONDS + " seconds");
    }
    return command.exitValue();
  }

  /** Kills an executor, as {@code kill -9} does; false if none is running. */
  boolean killExecutor() {
    // The only processes that a worker starts.
    Optional<ProcessHandle> executor = workers.stream().flatMap(Process::children).findFirst();
    executor.ifPresent(ProcessHandle::destroyForcibly);
    return executor.isPresent();
  }

  String log(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".log"));
  }

  @Override
  public void close() {
    List<Process> processes = new ArrayList<>(workers);
    processes.add(master);
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
