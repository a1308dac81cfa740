// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses the server through clients of other vendors, current and older versions, and compares them
 * with the table of the reference. The system properties {@code isogloss.python} and {@code
 * isogloss.python.older} are interpreters with the packages of {@code requirements.txt} and {@code
 * requirements-older.txt} in {@code src/test/clients}; {@code isogloss.javascript} and {@code
 * isogloss.javascript.older} are folders in which {@code npm install} has installed the packages of
 * {@code javascript} and {@code javascript-older}. With {@code isogloss.write}, the table is
 * written.
 */
@Tag("slow")
class RealClientsTest {
  private static final Path TABLE = Path.of("..", "docs", "reference", "clients.md");
  private static final String HEADER = "| client | versions | used |\n|---|---|---|\n";

  @TempDir private Path folder;

  /** The server of an agent on standard streams, as {@code isogloss mcp} starts it. */
  static final class Agent {
    private Agent() {}

    public static void main(String[] arguments) throws Exception {
      try (InputStream in = new FileInputStream(FileDescriptor.in);
          OutputStream out = new FileOutputStream(FileDescriptor.out)) {
        SearchServer.builder().index("animals", Path.of(arguments[0])).serveAgent(in, out);
      }
    }
  }

  /** A client that works. */
  private record Client(String name, String version, String used) {}

  @Test
  void servesTheClientsOfOtherVendors() throws Exception {
    List<Client> clients = new ArrayList<>();
    String matryoshka = TestServer.matryoshkaModel(folder);
    try (TestServer server =
        TestServer.start(folder.resolve("index"), builder -> builder.model(matryoshka))) {
      for (String version : List.of("", ".older")) {
        clients.addAll(python(server, Optional.ofNullable(property("python" + version))));
        clients.addAll(javaScript(server, Optional.ofNullable(property("javascript" + version))));
      }
    }
    assumeTrue(!clients.isEmpty(), "isogloss.python and isogloss.javascript are not set");
    String table = HEADER + String.join("", rows(clients));
    String page = Files.readString(TABLE);
    if (property("write") != null) {
      int start = page.indexOf(HEADER);
      int end = page.indexOf("\n\n", start) + 1;
      Files.writeString(TABLE, page.substring(0, start) + table + page.substring(end));
    } else {
      for (Client client : clients) {
        assertThat(page.lines())
            .as("the row of %s in %s", client, TABLE)
            .anyMatch(
                line ->
                    line.startsWith("| `" + client.name() + " |")
                        && line.contains(client.version())
                        && line.contains(client.used()));
      }
    }
  }

  private static String property(String name) {
    return System.getProperty("isogloss." + name);
  }

  private List<Client> python(TestServer server, Optional<String> interpreter)
      throws IOException, InterruptedException {
    return interpreter.isEmpty()
        ? List.of()
        : clients(
            "Python",
            Python.runCommand(
                folder,
                List.of(
                    interpreter.get(),
                    Python.CLIENTS.resolve("check_clients.py").toString(),
                    server.uri("").toString(),
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Agent.class.getName(),
                    folder.resolve("index").toString())));
  }

  private static List<Client> javaScript(TestServer server, Optional<String> packages)
      throws IOException, InterruptedException {
    return packages.isEmpty()
        ? List.of()
        : clients(
            "JavaScript",
            Python.runCommand(
                Path.of(packages.get()),
                List.of(
                    "node",
                    Python.CLIENTS.resolve("check_clients.mjs").toString(),
                    server.uri("").toString())));
  }

  /** Reads lines of name, version and what was used; other lines are warnings of clients. */
  private static List<Client> clients(String language, String printed) {
    return printed
        .lines()
        .map(line -> line.split("\t"))
        .filter(cells -> cells.length == 3)
        .map(cells -> new Client(cells[0] + "` (" + language + ")", cells[1], cells[2]))
        .toList();
  }

  private static List<String> rows(List<Client> clients) {
    Map<String, List<String>> versions = new TreeMap<>();
    Map<String, String> used = new TreeMap<>();
    for (Client client : clients) {
      List<String> known = versions.computeIfAbsent(client.name(), name -> new ArrayList<>());
      if (!known.contains(client.version())) {
        known.add(client.version());
      }
      used.put(client.name(), client.used());
    }
    List<String> rows = new ArrayList<>();
    versions.forEach(
        (name, all) ->
            rows.add(
                "| `" + name + " | " + String.join(", ", all) + " | " + used.get(name) + " |\n"));
    return rows;
  }
}
