// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.engine.SearchEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of {@code isogloss serve} that receives signals. */
class ServerSignalsTest {
  private static final Path KILL = Path.of("/bin/kill");
  private static final String FIRST = "the-first-token-of-all";
  private static final String SECOND = "the-second-token-of-all";

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Process process;
  private BufferedReader messages;
  private String url;

  @BeforeEach
  void serve() throws IOException {
    assumeThat(KILL).exists();
    Path index = folder.resolve("index");
    SearchEngine.at(index).withoutVectors().openOrCreate().close();
    Files.writeString(tokens(), "read " + FIRST);
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.isogloss.cli.Isogloss",
                "serve",
                "--index",
                index.toString(),
                "--token-file",
                tokens().toString(),
                "--access-log",
                log().toString(),
                "--query-log",
                queries().toString(),
                "--port",
                "0",
                "--drain",
                "1h")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    // Ends a test that waits for a message in vain.
    CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES).execute(process::destroyForcibly);
    messages = process.errorReader(StandardCharsets.UTF_8);
    String opened = await(Pattern.compile("Port \\d+ is open"));
    url = await(Pattern.compile("http://[0-9.]+:\\d+"));
    assertThat(opened).contains(url.substring(url.lastIndexOf(':') + 1));
  }

  @AfterEach
  void stop() throws Exception {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    client.close();
  }

  private Path tokens() {
    return folder.resolve("tokens");
  }

  private Path log() {
    return folder.resolve("access.jsonl");
  }

  private Path queries() {
    return folder.resolve("queries.jsonl");
  }

  /** Returns the first match in the messages of the process. */
  private String await(Pattern pattern) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = messages.readLine(); line != null; line = messages.readLine()) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return matcher.group();
      }
      all.append(line).append('\n');
    }
    throw new AssertionError("the process ended: " + all);
  }

  private void signal(String name) throws Exception {
    String id = String.valueOf(process.pid());
    assertThat(new ProcessBuilder(KILL.toString(), "-" + name, id).start().waitFor()).isZero();
  }

  private int status(String path, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", "Bearer " + token)
            .build();
    return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  /** Whether this process ignores SIGHUP, as under {@code nohup}; its children then do, too. */
  private static boolean ignoresHangup() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .anyMatch(line -> new BigInteger(line.substring(7).strip(), 16).testBit(0));
  }

  @Test
  void readsTokensAgainAfterSighupAndGoesOn() throws Exception {
    assumeThat(ignoresHangup()).as("SIGHUP is ignored").isFalse();
    assertThat(status("/api/indexes", FIRST)).isEqualTo(200);
    assertThat(status("/api/indexes", SECOND)).isEqualTo(401);

    Files.writeString(tokens(), "read " + SECOND);
    signal("HUP");
    await(Pattern.compile("tokens were read again"));
    assertThat(status("/api/indexes", FIRST)).isEqualTo(401);
    assertThat(status("/api/indexes", SECOND)).isEqualTo(200);

    Files.writeString(tokens(), "nonsense");
    signal("HUP");
    await(Pattern.compile("the previous tokens remain valid"));
    assertThat(status("/api/indexes", SECOND)).isEqualTo(200);
    assertThat(process.isAlive()).isTrue();
  }

  @Test
  void continuesItsLogsInNewFilesAfterSighup() throws Exception {
    assumeThat(ignoresHangup()).as("SIGHUP is ignored").isFalse();
    assertThat(status("/api/search?query=first", FIRST)).isEqualTo(200);
    awaitLines(log(), 1);
    awaitLines(queries(), 1);
    Path log = Files.move(log(), folder.resolve("access.1"));
    Path queries = Files.move(queries(), folder.resolve("queries.1"));
    signal("HUP");
    await(Pattern.compile("tokens were read again"));
    assertThat(status("/api/search?query=second", FIRST)).isEqualTo(200);
    assertThat(status("/api/documents/none", FIRST)).isEqualTo(404);
    awaitLines(log(), 2);
    awaitLines(queries(), 1);
    awaitLines(log, 1);
    awaitLines(queries, 1);
  }

  /** A line of a log is written after the reply. */
  private static void awaitLines(Path file, int count) throws IOException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (Files.readAllLines(file).size() != count) {
      assertThat(System.nanoTime()).as("lines of %s", file).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void isNotReadyButAnswersWhileItDrains() throws Exception {
    assertThat(status("/health/ready", "")).isEqualTo(200);
    signal("TERM");
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (status("/health/ready", "") != 503) {
      assertThat(System.nanoTime()).as("ready although it was asked to stop").isLessThan(end);
    }
    assertThat(status("/api/search?query=word", FIRST)).isEqualTo(200);
  }
}
