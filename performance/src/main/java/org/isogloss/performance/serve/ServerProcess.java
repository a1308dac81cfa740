// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, on this machine. */
final class ServerProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofMinutes(3);

  /** Holds all objects that are live after a collection; the rest has become garbage since then. */
  private static final String OLD_GENERATION = "ParOldGen";

  private static final Pattern USED = Pattern.compile("used (\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");

  private final Process process;
  private final int port;

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** The memory of a process in megabytes: its heap after a collection, and what is resident. */
  record Memory(double heap, double resident) {}

  /**
   * Starts {@code isogloss serve --index} with a heap of 1 GiB and waits until it answers.
   *
   * @param log receives its messages
   * @param flags further flags of the JVM
   */
  static ServerProcess ofIndex(Path log, Path index, String... flags) throws IOException {
    int port = freePort();
    return start(
        isogloss(
            List.of(flags),
            List.of("serve", "--port", String.valueOf(port), "--index", index.toString())),
        port,
        "/health/ready",
        log);
  }

  /** Starts {@code isogloss serve --model} like {@link #ofIndex}. */
  static ServerProcess ofModel(Path log, Path model) throws IOException {
    int port = freePort();
    return start(
        isogloss(
            List.of(),
            List.of("serve", "--port", String.valueOf(port), "--model", model.toString())),
        port,
        "/health/ready",
        log);
  }

  /** Returns the command that runs Isogloss with the class path of this program. */
  static List<String> isogloss(List<String> flags, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                javaTool("java"),
                "-Xmx1g",
                "-XX:+UseParallelGC",
                "--add-modules",
                "jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-Dfile.encoding=UTF-8"));
    command.addAll(flags);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "org.isogloss.cli.Isogloss"));
    command.addAll(arguments);
    return command;
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param port the port that the command names
   * @param health a path that answers with status 200
   */
  static ServerProcess start(List<String> command, int port, String health, Path log)
      throws IOException {
    return start(new ProcessBuilder(command), port, health, log);
  }

  /** Starts a server like {@link #start(List, int, String, Path)}. */
  static ServerProcess start(ProcessBuilder command, int port, String health, Path log)
      throws IOException {
    Process process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    ServerProcess server = new ServerProcess(process, port);
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    while (!server.answers(health)) {
      if (!process.isAlive() || System.nanoTime() > limit) {
        server.kill();
        throw new IOException(
            "the server did not start:\n" + Files.readString(log, StandardCharsets.UTF_8));
      }
      pause(Duration.ofMillis(50));
    }
    return server;
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean answers(String path) {
    try (Connection connection = new Connection(port)) {
      return connection.get(path).status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private static String javaTool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Collects garbage and measures memory. */
  Memory memory() throws IOException {
    jcmd("GC.run");
    double heap =
        jcmd("GC.heap_info")
            .lines()
            .filter(line -> line.contains(OLD_GENERATION))
            .map(USED::matcher)
            .filter(Matcher::find)
            .mapToLong(found -> Long.parseLong(found.group(1)))
            .sum();
    Matcher resident =
        RESIDENT.matcher(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
    if (!resident.find()) {
      throw new IOException("/proc/" + process.pid() + "/status has no VmRSS");
    }
    return new Memory(heap / 1024, Long.parseLong(resident.group(1)) / 1024.0);
  }

  private String jcmd(String command) throws IOException {
    Process tool =
        new ProcessBuilder(javaTool("jcmd"), String.valueOf(process.pid()), command)
            .redirectErrorStream(true)
            .start();
    return new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Ends the process at once, as {@code kill -9} does. */
  void kill() {
    process.destroyForcibly();
    await();
  }

  /** Stops the server as a signal does. */
  @Override
  public void close() {
    process.destroy();
    await();
  }

  private void await() {
    try {
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new UncheckedIOException(new IOException("the server did not stop within a minute"));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
